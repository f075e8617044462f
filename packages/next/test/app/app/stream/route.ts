import { endpoint } from '../../endpoint'

export const GET = endpoint('GET /stream')
