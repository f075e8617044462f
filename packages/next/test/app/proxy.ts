export { proxy } from './auth'

// Handlers that set a cookie of the same name, or that shared caches may store, use `auth(handler)`.
export const config = { matcher: ['/((?!_next/|late|own-cookie|same-cookie|fetched).*)'] }
