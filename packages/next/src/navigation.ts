import type { RequestLike } from '@authwright/core'
import { routerBasePath } from './config.ts'
import type { PhaseContext } from './contexts.ts'

/**
 * Redirects a page or an action: throws what Next.js expects. On the origin of the request it gets a path, without its `basePath`, which
 * it adds itself. The module is loaded here, because Node cannot resolve its name in the pages router.
 */
export const redirectTo = async ({ href, origin }: URL, request: RequestLike): Promise<never> => {
  const { redirect } = await import('next/navigation')
  const base = origin + routerBasePath()
  const isPath = origin === new URL(request.url).origin && href.startsWith(`${base}/`)
  return redirect(isPath ? href.slice(base.length) : href)
}

/**
 * Throws the error of a sign-in again. If a page may show it and the application does not catch it, Next.js redirects to that page: it
 * knows by this member what its `redirect` throws.
 */
export const redirectUncaught = async (error: unknown, { context, request }: PhaseContext): Promise<never> => {
  // The script of Next.js that calls an action opens the page. A GET may be that of this page itself: its path is unknown here.
  const failed = request.method === 'GET' ? undefined : await context.failedSignIn(request.headers.has('next-action'))
  if (failed === undefined) throw error
  const { origin = request.url } = (await context.auth()).config
  const { digest } = await redirectTo(new URL(failed.location, origin), request).catch(
    (redirection: { readonly digest: string }) => redirection,
  )
  // With 307, which Next.js takes outside of actions, the browser would post the password to the page.
  const value = digest.replace(';307;', ';303;')
  throw Object.defineProperty(failed.error, 'digest', { value, writable: true, configurable: true })
}
