import { isObject } from '../base/json.ts'
import { oncePer } from '../base/once.ts'
import { defined } from '../base/record.ts'
import type { ProviderSummary } from '../config/provider-table.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { resolveCredentialsProvider } from '../methods/credentials/credentials-provider.ts'
import type { PageField, PageProvider } from '../types/page-props.ts'
import type { CredentialInput, ProviderType } from '../types/providers.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const toField = ([name, input]: readonly [string, CredentialInput]): PageField => ({
  name,
  label: text(input.label) ?? name,
  type: text(input.type) ?? 'text',
  ...defined({
    placeholder: text(input.placeholder),
    autocomplete: text(input['autocomplete']) ?? text(input['autoComplete']),
    required: input['required'] === true ? true : undefined,
  }),
})

const isField = (entry: [string, unknown]): entry is [string, CredentialInput] => isObject(entry[1])

const toFields = (fields: unknown): readonly PageField[] =>
  isObject(fields) ? Object.entries(fields).filter(isField).map(toField) : []

type ToPage = (provider: ProviderSummary, basePath: string) => PageProvider | undefined

const leaving: ToPage = ({ id, name, style, written }, basePath) => {
  const own = text(written['id'])
  const icon = own === id ? undefined : own
  return { id, name, kind: 'redirect', action: `${basePath}/signin/${id}`, ...defined({ style, icon }) }
}

/** A field without the token that makes browsers offer passkeys in it. */
const withoutPasskeys = ({ autocomplete = '', ...field }: PageField): PageField => {
  const tokens = autocomplete.split(' ').filter((token) => token !== '' && token !== 'webauthn')
  return { ...field, ...defined({ autocomplete: tokens.length > 0 ? tokens.join(' ') : undefined }) }
}

const passkey: ToPage = ({ id, name, written }, basePath) => {
  const options = isObject(written['options']) ? written['options'] : {}
  const asked = toFields(options['formFields'] ?? written['formFields'])
  const isOffered = (options['enableConditionalUI'] ?? written['enableConditionalUI']) !== false
  const fields = isOffered ? asked : asked.map(withoutPasskeys)
  const optionsUrl = `${basePath}/webauthn-options/${id}`
  return { id, name, kind: 'passkey', action: `${basePath}/callback/${id}`, optionsUrl, fields }
}

/** What each type of provider shows. */
const rows: Readonly<Record<ProviderType, ToPage>> = {
  oauth: leaving,
  oidc: leaving,
  email: ({ id, name }, basePath) => ({ id, name, kind: 'email', action: `${basePath}/signin/${id}` }),
  credentials: ({ id, name, written }, basePath) => {
    const fields = toFields(resolveCredentialsProvider(written).fields)
    return fields.length === 0
      ? undefined
      : { id, name, kind: 'credentials', action: `${basePath}/callback/${id}`, fields }
  },
  webauthn: passkey,
}

/**
 * The providers of a config as the sign-in page shows them. Their addresses are paths, so that they do not depend on the
 * request and the page's parts can be prepared once.
 */
export const pageProviders = oncePer((config: ResolvedConfig): readonly PageProvider[] =>
  config.providers.all
    .map((provider) => rows[provider.type](provider, config.basePath))
    .filter((provider) => provider !== undefined),
)

/** A list of one, always the same for one provider. */
export const alone = oncePer((provider: PageProvider): readonly PageProvider[] => [provider])
