import { buildForm, toClientError, withQuery, type HttpClient } from '../http.ts'
import { currentPage } from '../navigation.ts'
import { readOutcome, redirect, toSignInResponse } from '../outcome.ts'
import { broadcastChange } from '../session.ts'
import type { PasskeyAutofill, PasskeyOptions, SignInResponse } from '../types.ts'
import {
  beginCeremony,
  readCeremonyRequest,
  runCeremony,
  startAutofill,
  trackRegistration,
  type CeremonyMode,
  type CeremonyRequest,
} from './ceremony.ts'

const DEFAULT_PROVIDER = 'passkey'

const failed = (error: string, status = 0): SignInResponse => ({ error, code: undefined, status, ok: false, url: null })

const requestOptions = async (
  http: HttpClient,
  action: CeremonyRequest['action'],
  { provider = DEFAULT_PROVIDER, email }: PasskeyOptions,
): Promise<CeremonyRequest | SignInResponse> => {
  const query = new URLSearchParams({ action })
  if (email !== undefined) query.set('email', email)
  const response = await http.send(withQuery(`webauthn-options/${encodeURIComponent(provider)}`, query))
  if (!response.ok) return failed(toClientError(response).type, response.status)
  return readCeremonyRequest(response.body) ?? failed('UnexpectedResponse', response.status)
}

const complete = async (
  http: HttpClient,
  request: CeremonyRequest,
  options: PasskeyOptions,
  mode: CeremonyMode,
): Promise<SignInResponse | undefined> => {
  const result = await runCeremony(request, mode)
  if ('failure' in result) return failed(result.failure)
  const { provider = DEFAULT_PROVIDER, redirectTo = currentPage(), name } = options
  const form = buildForm({ ...result.fields, name, callbackUrl: redirectTo })
  const outcome = readOutcome(await http.send(`callback/${encodeURIComponent(provider)}`, form))
  if (outcome.ok) broadcastChange('signin')
  if (options.redirect === false) return toSignInResponse(outcome)
  redirect(http, outcome)
  return undefined
}

/**
 * Request the options, run the ceremony and post its response. Redirects afterwards, unless `redirect` is `false` or the
 * ceremony failed.
 */
export const runFlow = async (
  http: HttpClient,
  action: CeremonyRequest['action'],
  options: PasskeyOptions,
  mode: CeremonyMode = {},
  isLatest = beginCeremony(),
): Promise<SignInResponse | undefined> => {
  const request = await requestOptions(http, action, options)
  if (!('action' in request)) return request
  if (!isLatest()) return failed('PasskeyCancelled')
  const work = () => complete(http, request, options, mode)
  return request.action === 'register' ? trackRegistration(work) : work()
}

/**
 * Let the browser offer passkeys in inputs with `autocomplete="username webauthn"`. Ends when the user has signed in, when
 * another ceremony starts, or when `stop` is called.
 */
export const startPasskeyAutofill = (http: HttpClient, options: PasskeyOptions): PasskeyAutofill =>
  startAutofill((isLatest) => runFlow(http, 'authenticate', options, { autofill: true }, isLatest))
