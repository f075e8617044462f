import { DAY } from '../base/time.ts'
import type { CallbacksOptions, JWT, Session } from '../types/index.ts'
import { findOwnTarget } from '../web/redirect-target.ts'

export const SESSION_MAX_AGE: number = 30 * DAY
export const SESSION_UPDATE_AGE: number = DAY
export const COOKIE_CACHE_SIZE = 1000
export const MAX_BODY_SIZE = 1_048_576
/** Milliseconds. */
export const ADAPTER_TIMEOUT = 5000
export const BASE_PATH = '/auth'

const keepToken = ({ token }: { token: JWT }): JWT => token
const keepSession = ({ session }: { session: Session }): Session => session

/** What is decided where the owner decided nothing. */
export const defaultCallbacks: CallbacksOptions = Object.freeze({
  signIn: () => true,
  redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) => findOwnTarget(url, baseUrl) ?? baseUrl,
  session: keepSession,
  jwt: keepToken,
})
