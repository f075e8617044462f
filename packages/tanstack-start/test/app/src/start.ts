import { SECURITY_HEADERS } from '@authwright/testing/frameworks'
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { auth, options, staffAuth } from './auth.server'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })

const setHeaders = createMiddleware().server(async ({ next }) => {
  const result = await next()
  const { headers } = result.response
  if (options.setsSecurityHeaders === true)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!headers.has(name)) headers.set(name, value)
  return result
})

const authentication = createMiddleware().server((step) => auth.middleware(step))

const staffAuthentication = createMiddleware().server((step) => staffAuth.middleware(step))

export const startInstance = createStart(() => ({
  requestMiddleware: [csrf, setHeaders, authentication, staffAuthentication],
}))
