import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  cookies: {
    sessionToken: { options: { domain: 'example.com' } }, // valid on subdomains too: __Secure- in place of __Host-
    locale: { name: 'LOCALE' }, // the whole name; no prefix is added
  },
}
