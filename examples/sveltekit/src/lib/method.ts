/** The cookie that remembers by which provider a browser signed in last. For show only: nothing is decided by it. */
export const METHOD_COOKIE = 'demo-method'

const METHODS: Readonly<Record<string, string>> = {
  'demo-oidc': 'The OpenID Provider',
  nodemailer: 'A mail',
  credentials: 'A password',
  passkey: 'A passkey',
}

/** A provider's id in words. */
export const methodName = (provider: string | undefined): string =>
  (provider === undefined ? undefined : METHODS[provider]) ?? 'A way this page does not know'
