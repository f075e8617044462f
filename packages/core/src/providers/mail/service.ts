import { isObject, parseJson } from '../../base/json.ts'
import { missingOptionHint } from '../../base/text.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/error-classes.ts'
import type {
  MailMessage,
  EmailConfig,
  EmailUserConfig,
  NotificationParams,
  VerificationRequestParams,
} from '../../types/providers.ts'
import { readSender, type Sender } from './sender.ts'

/** A message and the settings for sending it. */
export interface Outgoing extends MailMessage {
  readonly key: string
  readonly from: Sender
  readonly to: string
  /** Absent if the message has only a code. */
  readonly url?: string
  readonly code?: string
  /** The host for the region of the account. Empty if the service has no regions. */
  readonly host: string
  /** A string option of the provider. `undefined` if it is empty or not a string. */
  readonly option: (name: string) => string | undefined
}

/** The POST request to the service. */
export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body: FormData | Readonly<Record<string, unknown>>
}

/** The parameters of a verification e-mail or a notification. */
type Mail = Omit<NotificationParams, 'theme'> & Partial<Pick<VerificationRequestParams, 'token' | 'code'>>

/** Describes an e-mail service. */
export interface MailService {
  readonly id: string
  readonly name: string
  /** The host of each region, if the service has regions. */
  readonly hosts?: Readonly<Record<'us' | 'eu', string>>
  readonly build: (mail: Outgoing) => Posting
  /** Whether the service sends only templates. It then cannot send notifications. */
  readonly hasTemplates?: boolean
  /** Find the reason of a refusal in a response with a success status. `undefined` if there is none. */
  readonly findRefusal?: (response: unknown) => string | undefined
}

/** Where the service stores the e-mails of an account. */
export type Region = 'us' | 'eu' | 'US' | 'EU'

/** The provider entry of an e-mail service, with its own options. */
export type MailEntry<Options extends object = object> = (options?: EmailUserConfig & Options) => EmailConfig

const findOption = (provider: EmailConfig, name: string): string | undefined => {
  const value: unknown = Reflect.get(provider, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The host for a region in any case. Throws `InvalidConfig` for a region that the service does not have. */
const findHost = ({ id, hosts }: MailService, options: object): string => {
  const region: unknown = Reflect.get(options, 'region') ?? ''
  const name = region === '' ? 'us' : String(region).toLowerCase()
  if (hosts === undefined) return ''
  if (name === 'us' || name === 'eu') return hosts[name]
  const fix = `Change region of provider "${id}" from "${name}" to 'US' or 'EU'`
  throw new InvalidConfig(`Provider "${id}" has no region "${name}", only US and EU`, {
    provider: id,
    option: 'region',
    fix,
  })
}

const toOutgoing = (host: string, { identifier, url, code, provider, message }: Mail): Outgoing => {
  const { apiKey, from = `no-reply@${new URL(url).hostname}`, id, mode } = provider
  if (apiKey === undefined || apiKey === '') {
    const fix = missingOptionHint(id, 'apiKey')
    throw new InvalidConfig(`Provider "${id}" has no API key`, { provider: id, option: 'apiKey', fix })
  }
  return {
    ...message,
    key: apiKey,
    host,
    from: readSender(from, id),
    to: identifier,
    ...(mode === 'code' ? {} : { url }),
    ...(code === undefined ? {} : { code }),
    option: (name) => findOption(provider, name),
  }
}

const toInit = ({ headers, body }: Posting): RequestInit => {
  const accept = { accept: 'application/json', ...headers }
  // `fetch` sets the content type of a form, because it contains the boundary.
  if (body instanceof FormData) return { method: 'POST', headers: accept, body }
  return { method: 'POST', headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Longer texts are cut before they are logged. */
const MAX_REASON_LENGTH = 300

/**
 * The reason of a refusal, for the log. Services may repeat the request, so the secrets and the address are removed
 * first.
 */
const redactReason = (reason: string, secrets: readonly (string | undefined)[]): string => {
  const known = secrets.filter((secret) => secret !== undefined && secret.length > 3)
  // The longest first: a shorter one can be a part of it.
  const ordered = known.toSorted((a = '', b = '') => b.length - a.length)
  const redacted = ordered.reduce<string>((text, secret = '') => text.replaceAll(secret, '[removed]'), reason)
  return redacted.slice(0, MAX_REASON_LENGTH)
}

const post = async ({ name, build, findRefusal }: MailService, host: string, params: Mail): Promise<void> => {
  const mail = toOutgoing(host, params)
  const posting = build(mail)
  const response = await params.fetch(posting.url, toInit(posting))
  const body = await response.text()
  const refusal = response.ok ? findRefusal?.(parseJson(body)) : body
  if (refusal === undefined) return
  const { identifier, url, token, code, provider } = params
  const reason = redactReason(refusal, [mail.key, ...mail.key.split(':'), url, token, code, identifier])
  throw new EmailSignInError(`${name} did not accept the message`, {
    provider: provider.id,
    status: response.status,
    reason,
  })
}

/** Create the provider entry of an e-mail service. */
export const mailService =
  <Options extends object = object>(service: MailService): MailEntry<Options> =>
  (options) => {
    const host = findHost(service, options ?? {})
    return {
      id: service.id,
      name: service.name,
      type: 'email',
      sendVerificationRequest: (params) => post(service, host, params),
      // An application that sends the sign-in e-mails itself does not use this service, so notifications cannot either.
      ...(service.hasTemplates === true || options?.sendVerificationRequest !== undefined
        ? {}
        : { sendNotification: (params: NotificationParams) => post(service, host, params) }),
      options: options ?? {},
    }
  }

/** The `Authorization` header of RFC 6750 §2.1. */
export const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` })

/** The `Authorization` header of RFC 7617 §2, in UTF-8. */
export const basic = (credentials: string): Readonly<Record<string, string>> => {
  const bytes = new TextEncoder().encode(credentials)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

/** The sender as most services expect it. */
export const addressOf = ({ email, name }: Sender): Readonly<Record<string, string>> =>
  name === undefined ? { email } : { email, name }

/** The first element of an array if it is an object. */
export const firstOf = (list: unknown): Readonly<Record<string, unknown>> | undefined => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isObject(first) ? first : undefined
}
