import type { RequestHandler } from '@builder.io/qwik-city'
import { SECURITY_HEADERS } from '@authwright/testing/frameworks/application'
import { options } from '../contract'

export const onRequest: RequestHandler = ({ headers }) => {
  if (options.setsSecurityHeaders !== true) return
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
}
