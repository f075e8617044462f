import { errorInfo } from '@authwright/core/errors'
import { AccessRefused, errorAddress } from '@authwright/core/framework'
import { sendRedirect, sendWebResponse, type H3Error, type H3Event } from 'h3'
import { contextOf } from '../event-context.js'

/** Responds to the errors of guards and of failed sign-ins. Nitro shows all others. */
export default async ({ cause }: H3Error, event: H3Event): Promise<void> => {
  if (cause instanceof AccessRefused) return sendWebResponse(event, cause.response)
  const { authwrightError: failure } = event.context
  // An error that has a cause is replaced by it in h3.
  if (failure === undefined || (failure.cause ?? failure) !== cause || !errorInfo(failure).isPublic) return
  // The address of a page on this origin is a path, whatever the origin.
  const address = errorAddress(failure, await contextOf(event).auth(), 'http://host.invalid')
  await sendRedirect(event, address, 302)
}
