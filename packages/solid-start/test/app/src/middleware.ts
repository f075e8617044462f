import { createMiddleware } from '@solidjs/start/middleware'
import { SECURITY_HEADERS } from '@authwright/testing/frameworks/application'
import { auth, options, staffAuth } from './auth'

export default createMiddleware([
  (event, next) => {
    if (options.setsSecurityHeaders === true)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) event.res.headers.set(name, value)
    return next()
  },
  auth.middleware,
  staffAuth.middleware,
])
