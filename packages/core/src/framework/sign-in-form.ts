import type { SignInOptions } from '../types/auth-instance.ts'

/**
 * The fields of a sign-in or sign-out form.
 * @example const addressOf = ({ fields }: SignInForm) => fields.email
 */
export interface SignInForm {
  /**
   * The id of the provider, or `undefined` for the sign-in page.
   * @example const isForm = ({ provider }: SignInForm) => provider !== undefined
   */
  readonly provider: string | undefined
  /**
   * Extra parameters of the provider's authorization request.
   * @example const promptOf = ({ authorizationParams }: SignInForm) => authorizationParams['prompt']
   */
  readonly authorizationParams: Readonly<Record<string, string>>
  /**
   * Whether the response redirects. Without it the response is the target as data. @default true
   * @example const statusOf = ({ redirect }: SignInForm) => (redirect ? 302 : 200)
   */
  readonly redirect: boolean
  /**
   * The redirect target that the form names, if any.
   * @example const targetOf = ({ redirectTo = '/' }: SignInForm) => redirectTo
   */
  readonly redirectTo: string | undefined
  /**
   * All other fields: the e-mail address, the password, the CSRF token.
   * @example const emailOf = ({ fields }: SignInForm) => fields['email']
   */
  readonly fields: Readonly<Record<string, string>>
}

const PREFIX = 'authorizationParams-'

const CONTROL_FIELDS: ReadonlySet<string> = new Set(['providerId', 'redirect', 'redirectTo', 'callbackUrl'])

/** A script may pass a number or a boolean. */
const isField = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const FALSE_VALUES: readonly string[] = ['false', '0', 'no', 'off']

/**
 * Reads the form of a sign-in or sign-out action: the fields `providerId`, `redirectTo`, `redirect` and
 * `authorizationParams-<name>`, and all other fields for the provider. `undefined` if a field is repeated: its intended value is
 * unknown. Numbers and booleans become text. Files and other values are ignored.
 *
 * @example
 * const form = readSignInForm(await request.formData())
 */
export const readSignInForm = (entries: Iterable<readonly [string, unknown]>): SignInForm | undefined => {
  const form = new Map<string, string>()
  for (const [name, value] of entries) {
    if (form.has(name)) return undefined
    if (isField(value)) form.set(name, String(value))
  }
  const find = (name: string): string | undefined => form.get(name) || undefined
  const all = [...form]
  const parameters = all
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value])
  return {
    provider: find('providerId'),
    authorizationParams: Object.fromEntries(parameters),
    redirect: !FALSE_VALUES.includes(form.get('redirect')?.toLowerCase() ?? ''),
    redirectTo: find('redirectTo') ?? find('callbackUrl'),
    fields: Object.fromEntries(all.filter(([name]) => !name.startsWith(PREFIX) && !CONTROL_FIELDS.has(name))),
  }
}

/**
 * Parameters of the authorization request, in any form that `URLSearchParams` reads.
 * @example const parameters: AuthorizationParams = { prompt: 'login' }
 */
export type AuthorizationParams = ConstructorParameters<typeof URLSearchParams>[0]

/**
 * What a form asks of `signIn`.
 *
 * @param page the redirect target if the form names none: the page with the form
 * @param parameters more parameters of the authorization request, which have priority over those of the form
 * @example
 * const form = readSignInForm(await request.formData())
 * if (form !== undefined) await context.signIn(form.provider, signInOptionsOf(form, '/signin'))
 */
export const signInOptionsOf = (form: SignInForm, page: string, parameters?: AuthorizationParams): SignInOptions => ({
  fields: form.fields,
  redirectTo: form.redirectTo ?? page,
  authorizationParams: { ...form.authorizationParams, ...Object.fromEntries(new URLSearchParams(parameters)) },
})
