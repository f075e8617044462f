import type { MethodSteps } from '../../config/engine-types.ts'
import { callbackEmail } from './email-callback.ts'
import { sendVerification, startEmail } from './start-email.ts'

/** The steps of signing in by e-mail, loaded together when the first of them is needed. */
export const emailSteps: MethodSteps = { start: startEmail, callback: callbackEmail, verifyEmail: sendVerification }
