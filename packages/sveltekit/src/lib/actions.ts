import { AuthError, CredentialsSignin, errorInfo } from '@authwright/core/errors'
import type { ResponseInternal } from '@authwright/core'
import { fail, redirect } from '@sveltejs/kit'
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import { noteLeaving } from './form-posts.ts'
import { readForm } from './form.ts'
import type { SignInForm } from './form.ts'
import type { ActionSuccess, SignInFailure } from './types.ts'
import type { Visit } from './visit.ts'

type VisitOf = (event: RequestEvent) => Visit

const targetOf = ({ redirect: url }: ResponseInternal): string => {
  if (url === undefined) throw new AuthError('The engine named no place to go to')
  return url
}

const leave = (url: string): never =>
  // SvelteKit 3 refuses to lead to another origin unless that origin is named; SvelteKit 2 does not look at a third argument.
  redirect(302, url, { external: [new URL(url).origin] })

const failure = (error: unknown): ActionFailure<SignInFailure> => {
  const { type, status, isPublic, retryAfter: seconds } = errorInfo(error)
  if (!(error instanceof AuthError) || !isPublic) throw error
  const code = error instanceof CredentialsSignin ? { code: error.code } : {}
  const when = seconds === undefined ? {} : { retryAfter: seconds }
  return fail(status, { error: type, ...code, ...when })
}

const attempt = async (visit: Visit, { provider, ...form }: SignInForm): Promise<string> => {
  const { fields, redirectTo, authorizationParams } = form
  const answer = await visit.enter(({ engine }, facts) =>
    engine.signIn(facts, provider, { fields, redirectTo, authorizationParams }),
  )
  const url = targetOf(answer)
  noteLeaving(await visit.site(), url)
  return url
}

/**
 * The `signIn` action. Fields of the form: `providerId`, `redirectTo`, `redirect`, `authorizationParams-<name>`; all
 * others are handed to the provider. It ends with SvelteKit's `redirect`. When the sign-in fails it throws the `AuthError`;
 * one that nobody catches leads to the sign-in page. With `redirect=false` it returns `{ url }` or a `fail`.
 *
 * @example
 * export const actions = { default: signIn }
 */
export const makeSignIn =
  (visitOf: VisitOf) =>
  async (event: RequestEvent): Promise<ActionSuccess | ActionFailure<SignInFailure>> => {
    const visit = visitOf(event)
    const form = await readForm(event)
    let url: string
    try {
      url = await attempt(visit, form)
    } catch (error) {
      if (!form.redirect) return failure(error)
      if (error instanceof AuthError) visit.note(error)
      throw error
    }
    return form.redirect ? leave(url) : { url }
  }

/**
 * The `signOut` action. Fields of the form: `redirectTo`, `redirect`. It ends with SvelteKit's `redirect`, with
 * `redirect=false` it returns `{ url }`.
 *
 * @example
 * export const actions = { default: signOut }
 */
export const makeSignOut =
  (visitOf: VisitOf) =>
  async (event: RequestEvent): Promise<ActionSuccess> => {
    const { redirectTo, redirect: leaves } = await readForm(event)
    const url = targetOf(await visitOf(event).enter(({ engine }, facts) => engine.signOut(facts, { redirectTo })))
    return leaves ? leave(url) : { url }
  }
