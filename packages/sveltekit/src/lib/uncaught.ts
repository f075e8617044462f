import { CredentialsSignin, errorInfo } from '@authwright/core/errors'
import type { AuthError } from '@authwright/core/errors'
import type { Site } from './site.ts'

const addressOf = (error: AuthError, { config, basePath }: Site, origin: string): string => {
  const page =
    error.kind === 'signIn'
      ? (config.pages?.signIn ?? `${basePath}/signin`)
      : (config.pages?.error ?? `${basePath}/error`)
  const url = new URL(page, origin)
  const { type, retryAfter: seconds } = errorInfo(error)
  url.searchParams.set('error', type)
  if (error instanceof CredentialsSignin) url.searchParams.set('code', error.code)
  if (seconds !== undefined) url.searchParams.set('retryAfter', String(seconds))
  return url.origin === origin ? url.pathname + url.search + url.hash : url.href
}

/** A redirect as the form understands it: `use:enhance` asks for one in JSON, a browser without JavaScript for a real one. */
const redirection = (request: Request, location: string): Response =>
  request.headers.get('x-sveltekit-action') === 'true'
    ? Response.json({ type: 'redirect', status: 302, location })
    : new Response(null, { status: 302, headers: { location } })

/**
 * What becomes of an error that the `signIn` action threw and the application did not catch: SvelteKit made an error page
 * of it, and the person who mistyped a password is sent back to the sign-in page instead, as every other sign-in does.
 * Errors that are the owner's to mend stay what SvelteKit made of them.
 */
export const answerUncaught = (
  response: Response,
  request: Request,
  error: AuthError | undefined,
  site: Site,
): Response => {
  if (error === undefined || response.status !== 500 || !errorInfo(error).isPublic) return response
  const redirect = redirection(request, addressOf(error, site, new URL(request.url).origin))
  for (const cookie of response.headers.getSetCookie()) redirect.headers.append('set-cookie', cookie)
  return redirect
}
