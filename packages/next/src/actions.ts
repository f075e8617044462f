import { readSignInForm, signInOptionsOf, type AuthorizationParams, type SignInForm } from '@authwright/core/framework'
import type { Session, SigninProps } from '@authwright/core'
import type { ProviderId } from '@authwright/core/providers'
import type { Contexts } from './contexts.ts'
import { redirectTo, redirectUncaught } from './navigation.ts'

/**
 * What a sign-in or sign-out that the application starts may be told.
 * @example const options: RedirectOptions<false> = { redirectTo: '/welcome', redirect: false }
 */
export interface RedirectOptions<Redirects extends boolean> {
  /**
   * The path or URL to redirect to afterwards. @default the page that sent the form
   * @example redirectTo: '/welcome'
   */
  readonly redirectTo?: string
  /**
   * With `false`, the function returns the address to redirect to. @default true
   * @example redirect: false
   */
  readonly redirect?: Redirects
}

/**
 * The fields of `searchParams` of a page.
 * @example
 * const { signInPage } = NextAuth({ providers: [GitHub] })
 * const readProps = (searchParams: Promise<PageQuery>) => signInPage(searchParams)
 */
export type PageQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Functions for server actions and route handlers, and for a sign-in page of the application.
 * @example
 * const { signIn }: ActionFunctions = NextAuth({ providers: [GitHub] })
 * export const enter = async () => {
 *   'use server'
 *   await signIn('github', { redirectTo: '/welcome' })
 * }
 */
export interface ActionFunctions<S extends Session = Session> {
  /**
   * Start a sign-in, or complete it if the method has one step. Throws the redirect of Next.js, or an `AuthError` if the sign-in fails.
   * If the application does not catch the error, Next.js redirects to the sign-in page; not with `redirect: false`.
   *
   * @param options the form that the action got, or its fields
   * @example
   * export const enter = async () => {
   *   'use server'
   *   await signIn('github', { redirectTo: '/welcome' })
   * }
   */
  signIn<Redirects extends boolean = true>(
    provider?: ProviderId,
    options?: FormData | (RedirectOptions<Redirects> & Readonly<Record<string, unknown>>),
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirects extends false ? string : never>
  /**
   * End the session. Throws the redirect of Next.js.
   * @example
   * export const leave = async () => {
   *   'use server'
   *   await signOut({ redirectTo: '/' })
   * }
   */
  signOut<Redirects extends boolean = true>(
    options?: RedirectOptions<Redirects>,
  ): Promise<Redirects extends false ? string : never>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. Returns the changed session.
   * @example const session = await update({ name: 'Ada' })
   */
  update(data: unknown): Promise<S | null>
  /**
   * The name of `update` in Auth.js. @deprecated use `update`
   * @example const session = await unstable_update({ name: 'Ada' })
   */
  unstable_update(data: unknown): Promise<S | null>
  /**
   * The props of a sign-in page of the application: the providers, and the error to show. Pass `searchParams`.
   * @example
   * const Page = async ({ searchParams }: { searchParams: Promise<PageQuery> }) => {
   *   const { providers, error } = await signInPage(searchParams)
   *   return <p>{error === undefined ? providers.length : 'The sign-in failed'}</p>
   * }
   */
  signInPage(query?: PageQuery | PromiseLike<PageQuery>): Promise<SigninProps>
}

const readOptions = (options: FormData | Readonly<Record<string, unknown>>): SignInForm => {
  // As in Auth.js, an object such as a `URL` becomes text.
  const textOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? (value as URL).toString() : value
  const entries = () => Object.entries(options).map(([name, value]) => [name, textOf(value)] as const)
  const form = readSignInForm(options instanceof FormData ? options : entries())
  if (form === undefined) throw new TypeError('A field of the form is repeated')
  return form
}

export const makeActions = ({ phaseOf }: Contexts): ActionFunctions => {
  const update = async (data: unknown): Promise<Session | null> => (await phaseOf()).context.update(data)
  return {
    signIn: async (provider, given = {}, authorizationParams) => {
      const phase = await phaseOf()
      const { context, request } = phase
      const form = readOptions(given)
      const page = request.headers.get('referer') ?? '/'
      const options = signInOptionsOf(form, page, authorizationParams)
      const url = await context
        .signIn(provider ?? form.provider, options)
        .catch((error: unknown) => (form.redirect ? redirectUncaught(error, phase) : Promise.reject(error)))
      return (form.redirect ? redirectTo(new URL(url), request) : url) as never
    },
    signOut: async (options = {}) => {
      const { context, request } = await phaseOf()
      const url = await context.signOut({ redirectTo: options.redirectTo ?? request.headers.get('referer') ?? '/' })
      return (options.redirect === false ? url : redirectTo(new URL(url), request)) as never
    },
    update,
    unstable_update: update,
    signInPage: async (query = {}) => {
      const { context, request } = await phaseOf()
      const url = new URL(request.url)
      for (const [name, value] of Object.entries(await query))
        if (value !== undefined) url.searchParams.set(name, [value].flat()[0] ?? '')
      const { engine } = await context.auth()
      // A page cannot set the cookie of the CSRF token. Its forms are checked by the headers of the browser.
      const { props } = await engine.signInPage({ ...request, url })
      return props
    },
  }
}
