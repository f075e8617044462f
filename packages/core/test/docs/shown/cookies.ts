import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  cookies: {
    sessionToken: { options: { domain: 'example.com' } }, // valid on subdomains too: __Secure- in place of __Host-
    locale: { name: 'LOCALE' }, // the whole name; no prefix is added
  },
}
