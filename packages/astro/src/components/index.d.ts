import type { Session } from '@authwright/core'

/**
 * Attributes of the form, which both components accept.
 * @example
 * ```astro
 * <SignOut redirectTo="/" class="menu-item">Sign out</SignOut>
 * ```
 */
interface FormProps {
  /**
   * The page to load afterwards. @default this page
   * @example
   * ```astro
   * <SignOut redirectTo="/goodbye" />
   * ```
   */
  redirectTo?: string
  /** An attribute of the form. */
  [attribute: string]: unknown
}

/**
 * A form that starts a sign-in. The slot `fields` has the fields of the provider, the default slot the text of the button.
 *
 * @example
 * ```astro
 * <SignIn provider="github" redirectTo="/welcome">Sign in with GitHub</SignIn>
 * ```
 */
export declare const SignIn: (
  props: FormProps & {
    /** The id of the provider. Without one the form opens the sign-in page. */
    provider?: string
  },
) => unknown

/**
 * A form that signs out. The slot has the text of the button.
 *
 * @example
 * ```astro
 * <SignOut redirectTo="/">Sign out</SignOut>
 * ```
 */
export declare const SignOut: (props: FormProps) => unknown

/**
 * Passes the session to the function in its slot, for applications that come from `auth-astro`.
 * @deprecated use `Astro.locals.auth()`
 * @example
 * ```astro
 * <Auth>{(session) => session?.user?.name}</Auth>
 * ```
 */
export declare const Auth: (props: { readonly children: (session: Session | null) => unknown }) => unknown
