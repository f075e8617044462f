export { loader, action } from '../auth.server'
