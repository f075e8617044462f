import { AuthError } from '@authwright/core/errors'
import {
  findSignInFailure,
  readSignInForm,
  type RequestContext,
  type SignInFailure,
  type SignInForm,
} from '@authwright/core/framework'
import { error as refuse, fail, redirect, type ActionFailure, type RequestEvent } from '@sveltejs/kit'
import { pathsBase } from './environment.ts'
import { recordRedirect } from './form-post-warning.ts'
import type { ContextFor } from './request-context.ts'
import type { ActionSuccess } from './types.ts'

// SvelteKit 3 redirects to another origin only if it is listed here. SvelteKit 2 ignores the third argument.
const redirectTo = (url: string): never => redirect(302, url, { external: [new URL(url).origin] })

/** Throws if the hook did not run: then nothing serves the route to which the provider sends the user back. */
const checkHook = ({ locals }: RequestEvent): void => {
  if ('auth' in locals) return
  throw new Error("handle did not run. Write into src/hooks.server.ts: export { handle } from './auth'")
}

/** The errors that the action has thrown. Where it returned a `fail`, a later error of the page is the application's own. */
const thrown = new WeakSet<AuthError>()

/** Without a redirect target in the form, the target is the page that sent the form. */
const readForm = async ({ request }: RequestEvent): Promise<SignInForm & { readonly redirectTo: string }> => {
  if (request.bodyUsed)
    throw new AuthError(
      'The body of the request was already read. Read a clone: await event.request.clone().formData()',
    )
  const form = readSignInForm(await request.formData())
  if (form === undefined) return refuse(400, 'The request could not be read.')
  const redirectTo = form.redirectTo ?? (request.headers.get('referer') || `${await pathsBase()}/`)
  return { ...form, redirectTo }
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
    checkHook(event)
    const context = contextFor(event)
    const { provider, redirect: redirects, fields, redirectTo: target, authorizationParams } = await readForm(event)
    let url: string
    try {
      url = await context.signIn(provider, { fields, redirectTo: target, authorizationParams })
    } catch (error) {
      const failed = redirects ? undefined : findSignInFailure(error)
      if (failed !== undefined) return fail(failed.status, failed.failure)
      if (error instanceof AuthError) thrown.add(error)
      throw error
    }
    recordRedirect(await context.auth(), url)
    return redirects ? redirectTo(url) : { url }
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
    checkHook(event)
    const { redirect: redirects, redirectTo: target } = await readForm(event)
    const url = await contextFor(event).signOut({ redirectTo: target })
    return redirects ? redirectTo(url) : { url }
  }

/**
 * Replace SvelteKit's error page for an error that the `signIn` action threw and the application did not catch. The user is
 * redirected to the sign-in page or the error page, as after every other failed sign-in. An error that the developer has to
 * fix keeps SvelteKit's error page.
 */
export const redirectUncaught = async (
  response: Response,
  { request }: RequestEvent,
  { failedSignIn }: RequestContext,
): Promise<Response> => {
  const isEnhanced = request.headers.get('x-sveltekit-action') === 'true'
  const failed = response.status === 500 ? await failedSignIn(isEnhanced) : undefined
  if (failed === undefined || !thrown.has(failed.error)) return response
  const { location } = failed
  // `use:enhance` expects a redirect as JSON.
  const redirection = isEnhanced
    ? Response.json({ type: 'redirect', status: 302, location })
    : new Response(null, { status: 302, headers: { location } })
  for (const cookie of response.headers.getSetCookie()) redirection.headers.append('set-cookie', cookie)
  return redirection
}
