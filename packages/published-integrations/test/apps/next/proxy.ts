export { auth as proxy } from './auth.ts'

export const config = { matcher: ['/members'] }
