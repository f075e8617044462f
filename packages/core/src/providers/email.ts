import type { EmailConfig, EmailUserConfig } from '../types/providers.ts'
import { Nodemailer } from './nodemailer.ts'

export type {
  EmailConfig,
  EmailProviderId,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
} from '../types/providers.ts'

/**
 * The former name of `nodemailer`, for applications that use its id.
 *
 * @deprecated Use `nodemailer`.
 * @example
 * import Email from '@authwright/core/providers/email'
 * const config = { providers: [Email({ server: 'smtp://user:password@smtp.example.com:587' })] }
 */
export const Email = (options: EmailUserConfig = {}): EmailConfig => ({
  ...Nodemailer(options),
  id: 'email',
  name: 'Email',
})

export default Email
