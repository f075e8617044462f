import { because } from '../errors/because.ts'
import { AuthError } from '../errors/auth-error.ts'
import { CallbackRouteError, CredentialsSignin } from '../errors/classes.ts'
import type { User } from '../types/identity.ts'
import type { ResolvedCredentialsProvider } from './provider.ts'

/** Fields of the form that steer the flow; the application's judgement has no use for them. */
const CONTROL: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'redirect', 'redirectTo', 'json'])

/** What was typed in, without the fields that steer the flow. */
export const typedIn = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !CONTROL.has(name)))

const isUser = (answer: unknown): answer is User =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)

/**
 * Let the application judge. Throws `CredentialsSignin` when it refuses, what it throws itself when that is an
 * `AuthError`, and `CallbackRouteError` when it fails.
 */
export const authorize = async (
  provider: ResolvedCredentialsProvider,
  credentials: Record<string, unknown>,
  request: Request,
): Promise<User & { id: string }> => {
  let answer: unknown
  try {
    answer = await provider.authorize(credentials, request)
  } catch (error) {
    throw error instanceof AuthError
      ? error
      : new CallbackRouteError('authorize threw', {
          provider: provider.id,
          ...because(error),
        })
  }
  if (answer === null || answer === undefined || answer === false) {
    throw new CredentialsSignin('authorize refused', { provider: provider.id })
  }
  if (!isUser(answer))
    throw new CredentialsSignin('authorize returned something that is no user', { provider: provider.id })
  const { id } = answer
  if (id === undefined || id === null || String(id) === '') {
    throw new CredentialsSignin('authorize returned a user without an id', { provider: provider.id })
  }
  return { ...answer, id: String(id) }
}
