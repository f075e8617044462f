import { causeOf, AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError, CredentialsSignin } from '../../errors/error-classes.ts'
import type { CredentialsConfig } from '../../types/providers.ts'
import type { User } from '../../types/user.ts'

/** Fields of the form that control the sign-in. The application's `authorize` does not get them. */
const CONTROL: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'redirect', 'redirectTo', 'json'])

/** The fields that the user typed, without those that control the sign-in. */
export const readCredentials = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !CONTROL.has(name)))

const isUser = (value: unknown): value is User => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The function of a provider that checks credentials, and the provider's id for errors. */
interface Authorizer {
  readonly id: string
  readonly authorize: CredentialsConfig['authorize']
}

/**
 * Call the application's `authorize`. Throws `CredentialsSignin` when it refuses, the error itself when it throws an
 * `AuthError`, and `CallbackRouteError` when it fails in another way.
 */
export const authorize = async (
  provider: Authorizer,
  credentials: Record<string, unknown>,
  request: Request,
): Promise<User & { id: string }> => {
  const refusal = (message: string): CredentialsSignin => new CredentialsSignin(message, { provider: provider.id })
  let user: unknown
  try {
    user = await provider.authorize(credentials, request)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError('authorize threw', { provider: provider.id, ...causeOf(error) })
  }
  if (user === null || user === undefined || user === false) throw refusal('authorize refused')
  if (!isUser(user)) throw refusal('authorize returned a value that is not a user')
  const { id } = user
  if (id === undefined || id === null || String(id) === '') throw refusal('authorize returned a user without an id')
  return { ...user, id: String(id) }
}
