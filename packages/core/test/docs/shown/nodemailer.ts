import type { AuthConfig } from '@authwright/core'
import Nodemailer from '@authwright/core/providers/nodemailer'
import { adapter } from './adapter.ts'

export const config: AuthConfig = {
  adapter,
  providers: [
    Nodemailer({
      server: 'smtp://user:password@smtp.example.com:587',
      from: 'The App <sign-in@example.com>',
      mode: 'both',
    }),
  ],
}
