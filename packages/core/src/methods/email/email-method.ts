import type { SignInMethod } from '../../sign-in/method.ts'
import { callbackEmail } from './email-callback.ts'
import { startEmail } from './start-email.ts'

/** The steps of signing in by e-mail, loaded together when the first of them is needed. */
export const emailMethod: SignInMethod = { start: startEmail, callback: callbackEmail }
