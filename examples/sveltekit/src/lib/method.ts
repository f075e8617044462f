/** The cookie with the provider of the last sign-in. The front page shows it; it has no other purpose. */
export const METHOD_COOKIE = 'demo-method'

const METHODS: Readonly<Record<string, string>> = {
  'demo-oidc': 'OpenID Provider',
  nodemailer: 'Email',
  credentials: 'Password',
  passkey: 'Passkey',
}

/** The name of a sign-in method. */
export const methodName = (provider: string | undefined): string =>
  (provider === undefined ? undefined : METHODS[provider]) ?? 'Another provider'
