import type { SignInMethod } from './method.ts'
import { callbackEmail } from './email-callback.ts'
import { startEmail } from './email-start.ts'

/** The steps of signing in by e-mail, loaded together when the first of them is needed. */
export const emailMethod: SignInMethod = { start: startEmail, callback: callbackEmail }
