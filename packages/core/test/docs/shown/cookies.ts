import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  cookies: {
    sessionToken: { options: { domain: 'example.com' } }, // the session is also valid on subdomains
    locale: { name: 'LOCALE' }, // the whole name; no prefix is added
  },
}
