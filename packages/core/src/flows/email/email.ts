import type { SignInMethod } from '../method.ts'
import { callbackEmail } from './callback.ts'
import { startEmail } from './start.ts'

/** The steps of signing in by e-mail, loaded together when the first of them is needed. */
export const emailMethod: SignInMethod = { start: startEmail, callback: callbackEmail }
