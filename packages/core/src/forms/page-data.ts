import type { FormToken } from '../types/auth-instance.ts'
import type {
  AuthContext,
  ConfiguredProvider,
  CurrentUser,
  RequestInternal,
  ResolvedConfig,
} from '../config/engine-types.ts'
import type { PageName } from '../types/config-options.ts'
import { isSamePage } from '../web/origin.ts'
import { nonEmpty } from '../base/json.ts'
import type { Page, PageProvider, SigninProps } from '../types/page-props.ts'
import { oncePer } from '../base/async.ts'
import { readCsrfCookie, createCsrfToken } from '../crypto/csrf-token.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie, type CookieJar } from '../web/cookies.ts'
import { show } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'

/** The page of the config that replaces a built-in page. A page with the URL of the built-in page replaces nothing. */
export const findCustomPage = ({ origin, url }: RequestInternal, { config }: AuthContext, name: PageName) => {
  const page = config.pages[name]
  // Paths of the config belong to the trusted origin, which may differ from the origin of the URL.
  const isBuiltIn = page !== undefined && isSamePage(new URL(page, origin), new URL(url.pathname, origin))
  return isBuiltIn ? undefined : page
}

/** The URL of the sign-in page, of the application or of this library. */
export const signInPageTarget = (
  { base, origin }: RequestInternal,
  { config }: AuthContext,
  query?: Readonly<Record<string, string | undefined>>,
) => pageTarget(config.pages.signIn ?? `${base}/signin`, origin, query)

/**
 * A provider on the sign-in page. Its URLs are paths, so that the parts of the page can be prepared once. Made per config
 * too, because configs with different base paths may share a provider.
 */
export const toPageProvider = oncePer(({ basePath }: ResolvedConfig) =>
  oncePer((provider: ConfiguredProvider): PageProvider => provider.method.pageEntry(provider, basePath)),
)

/** The providers on the sign-in page. */
export const pageProviders = oncePer((config: ResolvedConfig): readonly PageProvider[] =>
  config.providers.all.map(toPageProvider(config)),
)

/** A list of one provider, always the same list for the same provider. */
export const onlyProvider = oncePer((provider: PageProvider): readonly PageProvider[] => [provider])

/** Characters of a text that a user or a provider chose. A longer one could hide what follows it. */
const MAX_LABEL_LENGTH = 80

/** Invisible characters, also those that change the direction of text, but not the joiners of names. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu

export const visibleText = (text: string): string => {
  const characters = Array.from(text.replaceAll(INVISIBLE, '\uFFFD'))
  return characters.length > MAX_LABEL_LENGTH
    ? `${characters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…`
    : characters.join('')
}

export const userLabel = (user: Readonly<Partial<Record<'email' | 'name', unknown>>>, id: string): string =>
  visibleText(nonEmpty(user.email) ?? nonEmpty(user.name) ?? id)

/** How a page names the user of a session. */
export const currentUserLabel = ({ user, claims = {}, userId }: CurrentUser): string =>
  userLabel(user ?? claims, userId)

export const siteProps = ({ origin }: RequestInternal) => ({ host: new URL(origin).host, home: homeTarget(origin) })

/** The mode that a page or a form requests. The page for new users is the only other one. */
export const requestedMode = ({ fields, url }: RequestInternal): SigninProps['mode'] =>
  fields['mode'] === 'signup' || url.searchParams.get('mode') === 'signup' ? 'signup' : undefined

/** The CSRF token of the browser, or a new one. No token if the check is disabled. */
export const formToken = async (context: AuthContext, jar: CookieJar): Promise<FormToken> => {
  if (context.config.skipCSRFCheck) return { cookies: [] }
  const { name, options } = context.cookies.csrfToken
  const existing = await readCsrfCookie(context.keyring, findCookie(jar, name))
  if (existing !== undefined) return { csrfToken: existing, cookies: [] }
  const { token, cookie } = await createCsrfToken(context.keyring, context.runtime.random)
  return { csrfToken: token, cookies: [{ name, value: cookie, options }] }
}

/** A page with forms. They get the CSRF token of the browser. */
export const showForm = async (request: RequestInternal, context: AuthContext, { page, props }: Page) => {
  const { cookies, ...token } = await formToken(context, request.cookies)
  // TypeScript does not relate the name of a page to its props once they are taken apart.
  return show({ page, props: { ...props, ...token } } as Page, cookies)
}

/** Clears the token at each sign-in and sign-out, so that a token from before is not accepted any more. */
export const clearCsrf = ({ cookies }: RequestInternal, context: AuthContext): readonly Cookie[] =>
  cookies.has(context.cookies.csrfToken.name) ? [clearCookie(context.cookies.csrfToken)] : []
