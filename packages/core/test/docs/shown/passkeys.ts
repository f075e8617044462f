import type { AuthConfig } from '@authwright/core'
import Nodemailer from '@authwright/core/providers/nodemailer'
import Passkey from '@authwright/core/providers/passkey'
import { adapter } from './adapter.ts'

export const config: AuthConfig = {
  adapter,
  providers: [Passkey(), Nodemailer({ server: 'smtp://user:password@smtp.example.com:587' })],
  experimental: { enableWebAuthn: true },
}
