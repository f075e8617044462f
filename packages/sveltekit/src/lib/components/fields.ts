import type { SignInAuthorizationParams } from '@authwright/client'

/** A hidden field of a form. */
export type Field = readonly [name: string, value: string]

/** The `options` of the forms: fields by name. Values that are not a string, number or boolean are left out. */
export type FormOptions = FormData | Readonly<Record<string, unknown>>

const toFields = (options: FormOptions): Field[] => {
  const entries = options instanceof FormData ? [...options] : Object.entries(options)
  return entries.flatMap(([name, value]): Field[] =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  )
}

/** The hidden fields of a sign-out form. */
export const optionFields = (options: FormOptions = {}, redirectTo?: string): readonly Field[] => {
  const fields = toFields(options).map(([name, value]): Field => [name === 'callbackUrl' ? 'redirectTo' : name, value])
  if (redirectTo === undefined) return fields
  return [...fields.filter(([name]) => name !== 'redirectTo'), ['redirectTo', redirectTo]]
}

/** The hidden fields of a sign-in form. */
export const signInFields = (
  provider: string | undefined,
  options: FormOptions | undefined,
  authorizationParams: SignInAuthorizationParams | undefined,
  { link, redirectTo }: { link?: boolean | undefined; redirectTo?: string | undefined } = {},
): readonly Field[] => {
  const parameters = [...new URLSearchParams(authorizationParams)]
  return [
    ...(provider === undefined || provider === '' ? [] : [['providerId', provider] as const]),
    ...(link === undefined ? [] : [['link', String(link)] as const]),
    ...optionFields(options, redirectTo).filter(
      ([name]) => name !== 'providerId' && (name !== 'link' || link === undefined),
    ),
    ...parameters.map(([name, value]): Field => [`authorizationParams-${name}`, value]),
  ]
}
