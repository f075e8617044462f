import { SECURITY_HEADERS } from '@authwright/testing/frameworks'
import { Outlet, Scripts, useRouteError } from 'react-router'
import { auth, options, staffAuth } from './auth.server'
import type { Route } from './+types/root'

const setHeaders: Route.MiddlewareFunction = async (_args, next) => {
  const response = await next()
  if (options.setsSecurityHeaders === true)
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

export const middleware: Route.MiddlewareFunction[] = [setHeaders, auth.middleware, staffAuth.middleware]

const App = () => (
  <html lang="en">
    <head>
      <title>Contract</title>
    </head>
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
)

export default App

/** In development the page shows the error, as that of the template of React Router. */
export const ErrorBoundary = () => {
  const error = useRouteError()
  const isShown = import.meta.env.DEV && error instanceof Error
  return (
    <>
      <p>Application error</p>
      {isShown && <pre>{error.stack}</pre>}
    </>
  )
}
