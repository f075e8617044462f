import { endpoint } from '../../endpoint'

export const POST = endpoint('POST /login')
