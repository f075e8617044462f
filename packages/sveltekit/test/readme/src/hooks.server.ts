export { handle } from './auth'
export { handleError } from '@authwright/sveltekit'
