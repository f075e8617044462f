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
 */
export const Email = (options: EmailUserConfig = {}): EmailConfig => ({
  ...Nodemailer(options),
  id: 'email',
  name: 'Email',
})

export default Email
