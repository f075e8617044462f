import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  theme: { brandColor: '#2f5bd0', buttonText: '#fff', logo: '/logo.svg', colorScheme: 'auto' },
}
