import { handle as authentication, nameOf } from './auth'

export { handleError } from '@authwright/sveltekit'

export const handle: typeof authentication = (input) =>
  nameOf(input.event) === 'handle that is not exported' ? input.resolve(input.event) : authentication(input)
