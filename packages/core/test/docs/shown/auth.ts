import { Auth } from '@authwright/core'
import type { AuthConfig } from '@authwright/core'
import Google from '@authwright/core/providers/google'

export const config: AuthConfig = {
  providers: [Google({ clientId: '…', clientSecret: '…' })],
  secret: process.env['AUTH_SECRET'] ?? '', // openssl rand -base64 33
  origin: 'https://app.example.com',
}

export const handle = (request: Request): Promise<Response> => Auth(request, config)
