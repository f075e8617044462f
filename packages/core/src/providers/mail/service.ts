import { isObject, parseJson } from '../../base/json.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/error-classes.ts'
import type {
  MailMessage,
  EmailConfig,
  EmailUserConfig,
  NotificationParams,
  VerificationRequestParams,
} from '../../types/providers.ts'
import { readReason } from './reason.ts'
import { readSender } from './sender.ts'
import type { Sender } from './sender.ts'

/** A mail as a service is told of it. */
export interface Outgoing extends MailMessage {
  readonly key: string
  readonly from: Sender
  readonly to: string
  /** Left out when the mail brings a code alone. */
  readonly url?: string
  readonly code?: string
  /** An option of the provider that is a text, or `undefined`. */
  readonly option: (name: string) => string | undefined
}

/** What is posted to a service. */
export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body: FormData | Readonly<Record<string, unknown>>
}

/** A mail of any kind. */
type Mail = Omit<NotificationParams, 'theme'> & Partial<Pick<VerificationRequestParams, 'token' | 'code'>>

/** What there is to know of a mail service. */
export interface MailService {
  readonly id: string
  readonly name: string
  readonly build: (mail: Outgoing) => Posting
  /** Whether the service writes its mails itself, from a template, and so cannot send a notice. */
  readonly hasTemplates?: boolean
  /** Why an answer with a good status means no all the same; `undefined` when it does not. */
  readonly findRefusal?: (response: unknown) => string | undefined
}

/** The entry of a service, with options of its own. */
export type MailEntry<Options extends object = object> = (options?: EmailUserConfig & Options) => EmailConfig

const findOption = (provider: EmailConfig, name: string): string | undefined => {
  const value: unknown = Reflect.get(provider, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const toOutgoing = ({ identifier, url, code, provider, message }: Mail): Outgoing => {
  const { apiKey, from = `no-reply@${new URL(url).hostname}`, id, mode } = provider
  if (apiKey === undefined || apiKey === '') {
    const variable = `AUTH_${id.toUpperCase().replaceAll('-', '_')}_KEY`
    throw new InvalidConfig(`Provider "${id}" needs an apiKey, which ${variable} can hold`, { provider: id })
  }
  return {
    ...message,
    key: apiKey,
    from: readSender(from, id),
    to: identifier,
    ...(mode === 'code' ? {} : { url }),
    ...(code === undefined ? {} : { code }),
    option: (name) => findOption(provider, name),
  }
}

const toInit = ({ headers, body }: Posting): RequestInit => {
  const accept = { accept: 'application/json', ...headers }
  // The boundary of a form stands in a header that only `fetch` knows.
  if (body instanceof FormData) return { method: 'POST', headers: accept, body }
  return { method: 'POST', headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const post = async ({ name, build, findRefusal }: MailService, params: Mail): Promise<void> => {
  const mail = toOutgoing(params)
  const posting = build(mail)
  const response = await params.fetch(posting.url, toInit(posting))
  const said = await response.text()
  const answer = parseJson(said)
  const refusal = response.ok ? findRefusal?.(answer) : said
  if (refusal === undefined) return
  const { identifier, url, token, code, provider } = params
  const reason = readReason(refusal, [mail.key, ...mail.key.split(':'), url, token, code, identifier])
  throw new EmailSignInError(`${name} did not take the mail`, {
    provider: provider.id,
    status: response.status,
    reason,
  })
}

/** Make the entry of a service. */
export const mailService =
  <Options extends object = object>(service: MailService): MailEntry<Options> =>
  (options) => ({
    id: service.id,
    name: service.name,
    type: 'email',
    sendVerificationRequest: (params) => post(service, params),
    // An application that sends the sign-in e-mails itself does not use this service, so notifications cannot either.
    ...(service.hasTemplates === true || options?.sendVerificationRequest !== undefined
      ? {}
      : { sendNotification: (params: NotificationParams) => post(service, params) }),
    options: options ?? {},
  })

/** RFC 6750 §2.1. */
export const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` })

/** RFC 7617 §2, with UTF-8. */
export const basic = (credentials: string): Readonly<Record<string, string>> => {
  const bytes = new TextEncoder().encode(credentials)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

/** An address with its name, where it has one, in the spelling of most services. */
export const addressOf = ({ email, name }: Sender): Readonly<Record<string, string>> =>
  name === undefined ? { email } : { email, name }

/** The first of a list in an answer, when it is an object. */
export const firstOf = (list: unknown): Readonly<Record<string, unknown>> | undefined => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isObject(first) ? first : undefined
}
