import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  theme: { name: 'Acme', logo: '/logo.svg', brandColor: '#2f5bd0', terms: '/terms', privacy: '/privacy' },
}
