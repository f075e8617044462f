import type { NextApiRequest, NextApiResponse } from 'next'
import type { NextRequest } from 'next/server.js'
import { instanceFor } from './instances.ts'
import type { NextAuthOptions } from './options.ts'

/**
 * Serves the routes of the library: an API route of the pages router, and a route handler of the App Router.
 * @example
 * const handler: AuthHandler = NextAuth(authOptions)
 * export { handler as GET, handler as POST }
 */
export interface AuthHandler {
  (request: NextRequest, context: unknown): Promise<Response>
  (request: NextApiRequest, response: NextApiResponse): Promise<void>
}

/**
 * The target that the browser requested. Next.js cuts its `basePath` off the URL of an API route, and does not tell which one that is. So
 * the target is made from the parameter of the file `[...nextauth].ts`.
 */
const requestedTarget = ({ query: { nextauth }, url = '' }: NextApiRequest, basePath: string): string => {
  if (nextauth === undefined) return url
  const path = [nextauth].flat().map(encodeURIComponent).join('/')
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  return `${basePath}/${path}${search}`
}

const servePages = async (
  options: NextAuthOptions,
  request: NextApiRequest,
  response: NextApiResponse,
): Promise<void> => {
  const { basePath, pages } = instanceFor(options)
  const requested = Object.assign(request, { originalUrl: requestedTarget(request, basePath) })
  if (!(await pages.serve(requested, response))) response.status(404).end()
}

const serve = (options: NextAuthOptions, request: NextRequest | NextApiRequest, second: unknown) =>
  request instanceof Request
    ? instanceFor(options).app.handlers.GET(request)
    : servePages(options, request, second as NextApiResponse)

/**
 * The handler of `pages/api/auth/[...nextauth].ts`, or of `app/api/auth/[...nextauth]/route.ts`, with the interface of next-auth 4. For
 * options that depend on the request, pass the request, the second argument of the handler, and the options.
 *
 * @experimental its interface may change
 *
 * @example
 * export default NextAuth({ providers: [GitHub] })
 */
export function NextAuth(options: NextAuthOptions): AuthHandler
export function NextAuth(request: NextRequest, context: unknown, options: NextAuthOptions): Promise<Response>
export function NextAuth(request: NextApiRequest, response: NextApiResponse, options: NextAuthOptions): Promise<void>
export function NextAuth(
  first: NextAuthOptions | NextRequest | NextApiRequest,
  second?: unknown,
  options?: NextAuthOptions,
): unknown {
  if (options !== undefined) return serve(options, first as NextRequest | NextApiRequest, second)
  return (request: NextRequest | NextApiRequest, context: unknown) => serve(first as NextAuthOptions, request, context)
}
