import { SECURITY_HEADERS } from '@authwright/testing/frameworks/application'
import type { Handle } from '@sveltejs/kit/hooks'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authentication, options, staff } from './auth'

const setHeaders: Handle = async ({ event, resolve }) => {
  if (options.setsSecurityHeaders) event.setHeaders(SECURITY_HEADERS)
  return resolve(event)
}

export const handle = options.hasStaff
  ? sequence(setHeaders, authentication, staff.handle)
  : sequence(setHeaders, authentication)

export const handleError = () => ({ message: 'Application error' })
