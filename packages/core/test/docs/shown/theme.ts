import type { AuthConfig } from '@gatehouse/core'

export const config: AuthConfig = {
  providers: [],
  theme: { brandColor: '#2f5bd0', buttonText: '#fff', logo: '/logo.svg', colorScheme: 'auto' },
}
