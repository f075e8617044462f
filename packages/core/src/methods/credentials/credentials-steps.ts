import type { MethodSteps, ProviderHandler } from '../../config/engine-types.ts'
import { isRow, isBoolean, isNumber, isObject, isString, kindOf } from '../../base/json.ts'
import { AuthError, causeOf } from '../../errors/auth-error.ts'
import { CallbackRouteError, CredentialsSignin } from '../../errors/error-classes.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { redirectToSignInPage } from '../../sign-in/require-sign-in.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/providers.ts'
import type { User } from '../../types/user.ts'
import { formRequest, type Fields } from '../../web/body.ts'
import { malformed, withErrorCookies } from '../../web/handler-response.ts'

/** Fields of the form that control the sign-in. The application's `authorize` does not get them. */
const CONTROL: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'redirect', 'redirectTo', 'json'])

/** What was typed. `undefined` if the entry does not declare a type: in a query it could be an operator. */
const readCredentials = (fields: Fields, declared: unknown): Record<string, unknown> | undefined => {
  const inputs = new Map(Object.entries(isObject(declared) ? declared : {}))
  const isValid = ([name, value]: readonly [string, unknown]): boolean => {
    const input = inputs.get(name)
    const type = isObject(input) ? input['type'] : undefined
    if (type === 'checkbox' && isBoolean(value)) return true
    return isString(value) || ((type === 'number' || type === 'range') && isNumber(value))
  }
  const credentials = Object.entries(fields).filter(([name]) => !CONTROL.has(name))
  return credentials.every(isValid) ? Object.fromEntries(credentials) : undefined
}

const callAuthorize = async (
  provider: string,
  authorize: CredentialsConfig['authorize'],
  credentials: Record<string, unknown>,
  request: Request,
): Promise<User & { id: string }> => {
  const refusal = (message: string): CredentialsSignin => new CredentialsSignin(message, { provider })
  let user: unknown
  try {
    user = await authorize(credentials, request)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError('authorize threw', { provider, ...causeOf(error) })
  }
  if (user === null || user === undefined || user === false) {
    const hint = user === undefined ? ': it returned undefined. Return the user, or null to refuse' : ''
    throw refusal(`authorize refused${hint}`)
  }
  if (!isRow(user)) {
    // With a cause it is logged as an error: the code of the application is wrong, and not a password.
    const err = new TypeError(`authorize has to return a user, or null to refuse, but returned ${kindOf(user)}`)
    const fix = 'Return a user from authorize, as in ({ id: String(user.id), name: user.name }), or null to refuse'
    throw new CredentialsSignin('authorize returned a value that is not a user', { provider, fix, err })
  }
  const id = String((user as User).id ?? '')
  if (id !== '') return { ...user, id }
  const fix = 'Return the id from authorize, as in ({ id: String(user.id), name: user.name })'
  throw new CallbackRouteError('authorize returned a user without an id', { provider, fix })
}

/** `POST /callback/<provider>`: the application's `authorize` checks what the user typed. */
const callback: ProviderHandler = async (request, context, { id, options, method: { facts } }) => {
  const credentials = readCredentials(request.fields, options['credentials'])
  if (credentials === undefined) return malformed()
  const target = await readTarget(request, context)
  const authorize = options['authorize'] as CredentialsConfig['authorize']
  // After a mistyped password the user still wants to go to the target.
  const trace = (result: string): void => context.runtime.trace?.('authorize', { provider: id, result })
  const user = await withErrorCookies(rememberTarget(request, context, target), () =>
    callAuthorize(id, authorize, credentials, formRequest(request, credentials)).catch((error: unknown) => {
      trace(error instanceof AuthError ? error.message : 'it threw')
      throw error
    }),
  )
  trace('accepted')
  const identity = {
    facts,
    user,
    account: { provider: id, type: 'credentials' as const, providerAccountId: user.id },
    credentials: credentials as Record<string, CredentialInput>,
  }
  return completeSignIn(request, context, identity, { target, isConfirmed: true })
}

/** Sign-in by credentials. `POST /signin/<provider>` redirects to the sign-in page, which has the form. */
export const credentialsSteps: MethodSteps = { start: redirectToSignInPage, callback }
