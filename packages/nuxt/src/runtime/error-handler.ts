import { AuthError, errorInfo } from '@authwright/core/errors'
import { AccessRefused, explanationOf } from '@authwright/core/framework'
import { sendRedirect, sendWebResponse, type H3Error, type H3Event } from 'h3'
import { contextOf, withoutSession } from '../event-context.js'

/** Whether h3 made an error of this one. If that has a cause, h3 replaces it by the cause. */
const isFrom = (thrown: AuthError, { cause }: H3Error): boolean => (thrown.cause ?? thrown) === cause

/** The error with which reading the session failed, if that is why the request failed. */
const findFailedSession = async (error: H3Error, event: H3Event): Promise<AuthError | undefined> => {
  const { statusCode, cause } = error
  if (statusCode < 500 || (cause instanceof Error && !(cause instanceof AuthError))) return undefined
  const thrown: unknown = await contextOf(event)
    .session()
    .catch((reason: unknown) => reason)
  return thrown instanceof AuthError && isFrom(thrown, error) ? thrown : undefined
}

/** Responds to the errors of guards and of failed sign-ins. Nitro shows all others. */
export default async (error: H3Error, event: H3Event): Promise<void> => {
  if (error.cause instanceof AccessRefused) return sendWebResponse(event, error.cause.response)
  const failed = await contextOf(event).failedSignIn()
  if (failed !== undefined && isFrom(failed.error, error)) return sendRedirect(event, failed.location, 302)
  const thrown = await findFailedSession(error, event)
  if (thrown === undefined) return
  // The engine has logged it. Nitro would log it again, and Nuxt would show the message to users.
  error.unhandled = false
  error.message = explanationOf(thrown) ?? errorInfo(thrown).type
  withoutSession(event)
}
