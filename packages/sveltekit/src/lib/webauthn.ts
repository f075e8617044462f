/** The `signIn` of `@authwright/sveltekit/client`. Passkeys need no other function. */
export { signIn } from './client.ts'
