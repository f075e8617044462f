/** How every application is registered at an emulated provider. */
export const credentialsOf = (id: string): { readonly clientId: string; readonly clientSecret: string } => ({
  clientId: `emulated-${id}`,
  clientSecret: `the-emulated-secret-of-${id}-and-nobody-else`,
})
