import { causeOf } from '../../errors/cause-of.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError, CredentialsSignin } from '../../errors/error-classes.ts'
import type { User } from '../../types/user.ts'
import type { ResolvedCredentialsProvider } from './credentials-provider.ts'

/** Fields of the form that steer the flow; the application's judgement has no use for them. */
const CONTROL: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'redirect', 'redirectTo', 'json'])

/** What was typed in, without the fields that steer the flow. */
export const typedIn = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !CONTROL.has(name)))

const isUser = (response: unknown): response is User =>
  typeof response === 'object' && response !== null && !Array.isArray(response)

/**
 * Let the application judge. Throws `CredentialsSignin` when it refuses, what it throws itself when that is an
 * `AuthError`, and `CallbackRouteError` when it fails.
 */
export const authorize = async (
  provider: ResolvedCredentialsProvider,
  credentials: Record<string, unknown>,
  request: Request,
): Promise<User & { id: string }> => {
  let response: unknown
  try {
    response = await provider.authorize(credentials, request)
  } catch (error) {
    throw error instanceof AuthError
      ? error
      : new CallbackRouteError('authorize threw', {
          provider: provider.id,
          ...causeOf(error),
        })
  }
  if (response === null || response === undefined || response === false) {
    throw new CredentialsSignin('authorize refused', { provider: provider.id })
  }
  if (!isUser(response))
    throw new CredentialsSignin('authorize returned something that is no user', { provider: provider.id })
  const { id } = response
  if (id === undefined || id === null || String(id) === '') {
    throw new CredentialsSignin('authorize returned a user without an id', { provider: provider.id })
  }
  return { ...response, id: String(id) }
}
