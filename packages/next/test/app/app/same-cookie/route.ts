import { renewing } from '../../endpoint'

export const GET = renewing('GET /same-cookie')
