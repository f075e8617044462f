import { AuthError, CredentialsSignin, errorInfo } from '@authwright/core/errors'
import type { ResponseInternal } from '@authwright/core'
import { fail, redirect, type ActionFailure, type RequestEvent } from '@sveltejs/kit'
import type { ConfiguredAuth } from './configured-auth.ts'
import { recordRedirect } from './form-post-warning.ts'
import { readForm, type SignInForm } from './form.ts'
import type { RequestContext } from './request-context.ts'
import type { ActionSuccess, SignInFailure } from './types.ts'

type ContextFor = (event: RequestEvent) => RequestContext

const targetOf = ({ redirect: url }: ResponseInternal): string => {
  if (url === undefined) throw new AuthError('The engine returned no redirect target')
  return url
}

// SvelteKit 3 redirects to another origin only if it is listed here. SvelteKit 2 ignores the third argument.
const redirectTo = (url: string): never => redirect(302, url, { external: [new URL(url).origin] })

const toFailure = (error: unknown): ActionFailure<SignInFailure> => {
  const { type, status, isPublic, retryAfter: seconds } = errorInfo(error)
  if (!(error instanceof AuthError) || !isPublic) throw error
  const code = error instanceof CredentialsSignin ? { code: error.code } : {}
  const when = seconds === undefined ? {} : { retryAfter: seconds }
  return fail(status, { error: type, ...code, ...when })
}

const signIn = async (context: RequestContext, form: SignInForm): Promise<string> => {
  const { provider, fields, redirectTo, authorizationParams } = form
  const response = await context.run(({ engine }, request) =>
    engine.signIn(request, provider, { fields, redirectTo, authorizationParams }),
  )
  const url = targetOf(response)
  recordRedirect(await context.auth(), url)
  return url
}

/**
 * The `signIn` action. It reads the fields `providerId`, `redirectTo`, `redirect` and `authorizationParams-<name>`, and
 * passes all other fields to the provider. It ends with SvelteKit's `redirect`. A failed sign-in throws the `AuthError`;
 * if the application does not catch it, `handle` redirects to the sign-in page. With the field `redirect=false` the action
 * returns `{ url }` or a `fail` instead.
 *
 * @example
 * export const actions = { default: signIn }
 */
export const makeSignIn =
  (contextFor: ContextFor) =>
  async (event: RequestEvent): Promise<ActionSuccess | ActionFailure<SignInFailure>> => {
    const context = contextFor(event)
    const form = await readForm(event)
    let url: string
    try {
      url = await signIn(context, form)
    } catch (error) {
      if (!form.redirect) return toFailure(error)
      if (error instanceof AuthError) context.recordError(error)
      throw error
    }
    return form.redirect ? redirectTo(url) : { url }
  }

/**
 * The `signOut` action. It reads the fields `redirectTo` and `redirect`. It ends with SvelteKit's `redirect`; with the
 * field `redirect=false` it returns `{ url }`.
 *
 * @example
 * export const actions = { default: signOut }
 */
export const makeSignOut =
  (contextFor: ContextFor) =>
  async (event: RequestEvent): Promise<ActionSuccess> => {
    const form = await readForm(event)
    const response = await contextFor(event).run(({ engine }, request) =>
      engine.signOut(request, { redirectTo: form.redirectTo }),
    )
    const url = targetOf(response)
    return form.redirect ? redirectTo(url) : { url }
  }

const errorAddress = (error: AuthError, { config, basePath }: ConfiguredAuth, origin: string): string => {
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

/**
 * Replace SvelteKit's error page for an error that the `signIn` action threw and the application did not catch. The user is
 * redirected to the sign-in page or the error page, as after every other failed sign-in. An error that the developer has to
 * fix keeps SvelteKit's error page.
 */
export const redirectUncaught = (
  response: Response,
  request: Request,
  error: AuthError | undefined,
  auth: ConfiguredAuth,
): Response => {
  if (error === undefined || response.status !== 500 || !errorInfo(error).isPublic) return response
  const location = errorAddress(error, auth, new URL(request.url).origin)
  // `use:enhance` expects a redirect as JSON.
  const redirection =
    request.headers.get('x-sveltekit-action') === 'true'
      ? Response.json({ type: 'redirect', status: 302, location })
      : new Response(null, { status: 302, headers: { location } })
  for (const cookie of response.headers.getSetCookie()) redirection.headers.append('set-cookie', cookie)
  return redirection
}
