import type { AuthConfig } from '@authwright/core'

export type Members = Readonly<Record<string, unknown>>

/** What the command knows of a provider of the config. */
export interface ProviderDescription {
  readonly id: string
  readonly name: string
  readonly type: string
  /** The entry with the developer's options, one over the other. */
  readonly options: Members
  /** What the developer wrote: the options of a provider function, or else the provider object. */
  readonly given: Members
  /** The URL that has to be registered at the provider, if its users come back from there. */
  readonly callbackUrl: string | undefined
  /** Environment variables that would set an option which has no value. */
  readonly missing: readonly string[]
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const variableOf = (id: string, suffix: string): string => `AUTH_${id.toUpperCase().replaceAll('-', '_')}_${suffix}`

/** Whether the client proves itself without a secret: a public client, or one with a key. */
const needsNoSecret = ({ client, token }: Members): boolean => {
  const method = isMembers(client) ? client['token_endpoint_auth_method'] : undefined
  return (
    ['none', 'private_key_jwt', 'tls_client_auth'].includes(textOf(method)) ||
    (isMembers(token) && 'clientPrivateKey' in token)
  )
}

const needsIssuer = ({ type, issuer, wellKnown, ...endpoints }: Members): boolean => {
  if (textOf(issuer) !== '' || textOf(wellKnown) !== '') return false
  const written = ['authorization', 'token', 'userinfo'].map((name) => endpoints[name])
  return type === 'oidc' || written.includes(undefined) || JSON.stringify(written).includes('{issuer}')
}

/** The entries that send e-mail through the API of a service, which takes a key. */
export const MAIL_SERVICES: ReadonlySet<string> = new Set(
  'brevo forwardemail loops mailersend mailgun mailjet mailtrap mandrill postmark resend sendgrid sparkpost'.split(' '),
)

const findMissing = (entryId: string, options: Members): readonly string[] => {
  const { type, clientId, clientSecret, apiKey } = options
  if (type === 'oauth' || type === 'oidc') {
    return [
      ...(textOf(clientId) === '' ? [variableOf(entryId, 'ID')] : []),
      ...(textOf(clientSecret) === '' && !needsNoSecret(options) ? [variableOf(entryId, 'SECRET')] : []),
      ...(needsIssuer(options) ? [variableOf(entryId, 'ISSUER')] : []),
    ]
  }
  return MAIL_SERVICES.has(entryId) && textOf(apiKey) === '' ? [variableOf(entryId, 'KEY')] : []
}

/** The entry, and what the developer wrote. `undefined` if the value is not a provider. */
const readEntry = (written: unknown): { readonly entry: Members; readonly given: Members } | undefined => {
  const entry: unknown = typeof written === 'function' ? (written as () => unknown)() : written
  if (!isMembers(entry)) return undefined
  return { entry, given: isMembers(entry['options']) ? entry['options'] : entry }
}

/** The address of the application: that of the config, or that of its development server. */
export const originOf = ({ origin }: AuthConfig, development = 'http://localhost:3000'): string =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : development

/** The providers of a config with the defaults of the environment. Values that are not providers are left out. */
export const describeProviders = (config: AuthConfig, origin = originOf(config)): readonly ProviderDescription[] =>
  (config.providers ?? []).flatMap((written) => {
    const read = readEntry(written)
    if (read === undefined) return []
    const { options: _apart, ...members } = read.entry
    const set = Object.entries(read.given).filter(([, value]) => value !== undefined && value !== null)
    // The variables of the environment are members of the entry. Options win over them.
    const options: Members = { ...members, ...Object.fromEntries(set) }
    const entryId = textOf(members['id'])
    const [id, type] = [textOf(options['id']), textOf(members['type'])]
    const base = config.redirectProxyUrl ?? `${origin}${config.basePath ?? '/auth'}`
    const hasCallback = type === 'oauth' || type === 'oidc'
    return [
      {
        id,
        name: textOf(options['name']) || id,
        type,
        options,
        given: read.given,
        callbackUrl: hasCallback ? `${base}/callback/${id}` : undefined,
        missing: findMissing(entryId, options),
      },
    ]
  })
