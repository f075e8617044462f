/**
 * The client id and secret that an emulated provider accepts. Every application uses the same.
 *
 * @example
 * credentialsOf('github').clientId // 'emulated-github'
 */
export const credentialsOf = (id: string): { readonly clientId: string; readonly clientSecret: string } => ({
  clientId: `emulated-${id}`,
  clientSecret: `the-emulated-secret-of-${id}-and-no-other`,
})
