import type { RequestLike } from '@authwright/core'
import { routerBasePath } from './config.ts'

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
