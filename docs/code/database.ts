export { adapter as users } from './adapter.ts'
