import { AccessRefused } from '@authwright/core/framework'
import { sendRedirect, sendWebResponse, type H3Error, type H3Event } from 'h3'
import { contextOf } from '../event-context.js'

/** Responds to the errors of guards and of failed sign-ins. Nitro shows all others. */
export default async ({ cause }: H3Error, event: H3Event): Promise<void> => {
  if (cause instanceof AccessRefused) return sendWebResponse(event, cause.response)
  const failed = await contextOf(event).failedSignIn()
  // An error that has a cause is replaced by it in h3.
  if (failed !== undefined && (failed.error.cause ?? failed.error) === cause)
    await sendRedirect(event, failed.location, 302)
}
