import { readSignInForm } from '@authwright/core/framework'
import type { SignInOptions } from '@authwright/core'

/** What `useSignIn().submit` takes, and the fields of its form. */
export interface SignInInput {
  /** The id of the provider. @default the sign-in page asks for it */
  readonly providerId?: string
  /** The page after the sign-in. @default the page of the form */
  readonly redirectTo?: string
  /** The fields for the provider, such as `username` and `password`, and `redirectTo`. In a form: `options.username`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Parameters for the address of the provider's page, also as the query of a URL. */
  readonly authorizationParams?: string | Readonly<Record<string, string>> | URLSearchParams
}

/** What `useSignOut().submit` takes, and the field of its form. */
export interface SignOutInput {
  /** The page after the sign-out. @default the page of the form */
  readonly redirectTo?: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const readParameters = (value: unknown): Readonly<Record<string, string>> => {
  if (typeof value === 'string') return Object.fromEntries(new URLSearchParams(value))
  const texts = Object.entries(recordOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** The fields of the sign-in action; `undefined` if they are not those of a form. */
export const readSignIn = (
  input: unknown,
): { readonly provider: string | undefined; readonly options: SignInOptions } | undefined => {
  if (!isRecord(input)) return undefined
  const { options, authorizationParams, ...rest } = input
  const entries = Object.entries({ ...rest, ...recordOf(options) }).map(
    ([name, value]) => [name, textOf(value)] as const,
  )
  const form = readSignInForm(entries)
  if (form === undefined) return undefined
  const { provider, fields, redirectTo } = form
  const parameters = { ...form.authorizationParams, ...readParameters(authorizationParams) }
  return {
    provider,
    options: { fields, authorizationParams: parameters, ...(redirectTo === undefined ? {} : { redirectTo }) },
  }
}

/** The redirect target that the form of the sign-out action names. */
export const readSignOut = (input: unknown): string | undefined => {
  const { redirectTo } = recordOf(input)
  return typeof redirectTo === 'string' && redirectTo !== '' ? redirectTo : undefined
}
