import type { AuthConfig } from '@authwright/core'
import Nodemailer from '@authwright/core/providers/nodemailer'
import Spotify from '@authwright/core/providers/spotify'
import { adapter } from './adapter.ts'

export const config: AuthConfig = {
  adapter,
  providers: [
    Spotify({ clientId: '…', clientSecret: '…' }), // does not say whether an address is verified
    Nodemailer({ server: 'smtp://user:password@smtp.example.com:587' }), // verifies it
  ],
  requireVerifiedEmail: true,
}
