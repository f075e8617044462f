import Credentials from '@auth/core/providers/credentials'
import { SolidAuth, type SolidAuthConfig } from '@auth/solid-start'

export const authOpts: SolidAuthConfig = {
  basePath: '/api/auth',
  providers: [
    Credentials({
      credentials: { name: {}, password: {} },
      authorize: ({ name, password }) =>
        password === 'analytical' && typeof name === 'string' ? { id: '1', name } : null,
    }),
  ],
}

export const { GET, POST } = SolidAuth(authOpts)
