import { readSignInForm, signInOptionsOf } from '@authwright/core/framework'
import type { SignInOptions } from '@authwright/core'

/**
 * What `useSignIn().submit` takes, and the fields of its form.
 * @example const input: SignInInput = { providerId: 'google', authorizationParams: { prompt: 'select_account' } }
 */
export interface SignInInput {
  /**
   * The id of the provider. @default the sign-in page asks for it
   * @example providerId: 'github'
   */
  readonly providerId?: string
  /**
   * The page after the sign-in. @default the page of the form
   * @example redirectTo: '/welcome'
   */
  readonly redirectTo?: string
  /**
   * The fields for the provider, such as `username` and `password`, and `redirectTo`. In a form: `options.username`.
   * @example options: { username: 'ada', password: 'correct horse' }
   */
  readonly options?: Readonly<Record<string, unknown>>
  /**
   * Parameters for the address of the provider's page, also as the query of a URL.
   * @example authorizationParams: { prompt: 'select_account' }
   */
  readonly authorizationParams?: string | Readonly<Record<string, string>> | URLSearchParams
}

/**
 * What `useSignOut().submit` takes, and the field of its form.
 * @example const input: SignOutInput = { redirectTo: '/goodbye' }
 */
export interface SignOutInput {
  /**
   * The page after the sign-out. @default the page of the form
   * @example redirectTo: '/goodbye'
   */
  readonly redirectTo?: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const parametersOf = (value: unknown): string | [string, string][] =>
  typeof value === 'string'
    ? value
    : Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

/**
 * What the sign-in action asks for; `undefined` if its fields are not those of a form.
 *
 * @param page the redirect target if the form names none
 */
export const readSignIn = (
  input: unknown,
  page: string,
): { readonly provider: string | undefined; readonly options: SignInOptions } | undefined => {
  if (!isRecord(input)) return undefined
  const { options, authorizationParams, ...rest } = input
  const form = readSignInForm(Object.entries({ ...rest, ...recordOf(options) }))
  return form && { provider: form.provider, options: signInOptionsOf(form, page, parametersOf(authorizationParams)) }
}

/** The redirect target that the form of the sign-out action names. */
export const readSignOut = (input: unknown): string | undefined => {
  const { redirectTo } = recordOf(input)
  return typeof redirectTo === 'string' && redirectTo !== '' ? redirectTo : undefined
}
