import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  theme: { name: 'Acme', logo: '/logo.svg', brandColor: '#2f5bd0', terms: '/terms', privacy: '/privacy' },
}
