import { renewing } from '../../endpoint'

export const GET = renewing('GET /own-cookie')
