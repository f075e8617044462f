import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { readUserAgentInfo } from '../../web/user-agent-info.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { requestedMode } from '../../forms/page-data.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/error-classes.ts'
import { withTimeout } from '../../runtime/engine.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import type { EmailRequest } from './email-limits.ts'
import { makeBrowserLink } from './confirm-browser.ts'
import { hashToken, makeMailCode, makeToken, tokenStore } from './mail-token.ts'
import { defined, nonEmpty } from '../../base/json.ts'
import { messagesFor } from '../../config/locale.ts'
import { describeMailRequest, mailFetch } from '../../notifications/notification.ts'
import { renderSignInMessage } from '../../pages/mails/mail.ts'
import type { HeaderReader } from '../../types/http.ts'
import { formRequest } from '../../web/body.ts'
import { pageTarget, type RedirectTarget } from '../../web/redirect-target.ts'

const PURPOSE = 'magic link request'

/** Hexadecimal digits: 128 bits. */
const MAC_LENGTH = 32

/** The parameter `requested` of a link: browser, operating system and time of the request, with a MAC for this token. */
const writeRequestedFrom = async (context: AuthContext, headers: Pick<HeaderReader, 'get'>, token: string) => {
  const { browser = '', system = '' } = readUserAgentInfo(headers.get('user-agent'))
  const info = `${browser}.${system}.${toSeconds(context.runtime.now())}`
  const mac = await context.keyring.mac(PURPOSE, `${info} ${token}`)
  return `${info}.${mac.slice(0, MAC_LENGTH)}`
}

/** From where and when (in milliseconds) a mail was requested, if we wrote `requested` for this link. */
export const findRequestedFrom = async ({ keyring }: AuthContext, written: string | null, token: string) => {
  const [browser, system, time, mac, more] = (written ?? '').split('.')
  if (time === undefined || mac === undefined || more !== undefined) return undefined
  const macs = await keyring.macs(PURPOSE, `${browser}.${system}.${time} ${token}`)
  if (!macs.some((own) => sameSecret(own.slice(0, MAC_LENGTH), mac))) return undefined
  const requestedFrom = defined({ browser: nonEmpty(browser), system: nonEmpty(system) })
  return { requestedFrom, requestedAt: Number(time) * 1000 }
}

/** The provider's `timeout` is for one step. A mail takes three: to connect, to greet the server and to send. */
const STEPS = 3

/** Store a token, then send its mail. If that fails, remove the token and throw `EmailSignInError`. */
export const sendWithToken = async (emailRequest: EmailRequest, row: VerificationToken, send: () => unknown) => {
  const { context, resolved } = emailRequest
  const { provider, timeout } = resolved
  const store = tokenStore(context)
  const timeoutError = (): EmailSignInError =>
    new EmailSignInError('Sending the mail took too long', { provider: provider.id })
  await store.createVerificationToken(row)
  try {
    await withTimeout(context.runtime.after, STEPS * timeout, Promise.resolve(send()), timeoutError)
    context.runtime.trace?.('e-mail', { provider, sent: true })
  } catch (error) {
    context.runtime.trace?.('e-mail', { provider, sent: false })
    const { identifier, token } = row
    await Promise.resolve(store.useVerificationToken({ identifier, token })).catch(() => null)
    // An error of the config must not look like an error of the address.
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: provider.id, ...causeOf(error) })
  }
}

/** The page after a mail was sent. `result` are the parameters about what the user has just done there. */
export const verifyRequestPage = (
  request: RequestInternal,
  provider: string,
  result: { readonly attemptsLeft?: string; readonly resent?: '1' } = {},
): RedirectTarget =>
  pageTarget(`${request.base}/verify-request`, request.origin, {
    provider,
    type: 'email',
    mode: requestedMode(request),
    ...result,
  })

/** What a mail is rendered from, and the parameters of a function that sends it. `maxAge` is that of the link. */
export const composeMail = async (
  emailRequest: EmailRequest,
  identifier: string,
  maxAge: number,
  parts: { readonly url: RedirectTarget | undefined; readonly code: string | undefined },
) => {
  const { request, context, resolved } = emailRequest
  const { provider, hasCode, codeAge } = resolved
  const messages = await messagesFor(request, context)
  const confirmUrl = await makeBrowserLink(emailRequest, identifier, parts.url === undefined ? 0 : maxAge)
  const seconds = hasCode ? codeAge : maxAge
  const contents = { ...describeMailRequest(request, context), seconds, ...defined({ ...parts, confirmUrl }) }
  const params = { identifier, provider, theme: context.config.theme, fetch: mailFetch(context, resolved) }
  return { contents, messages, params }
}

/** Send a mail that verifies a normalized address. Returns what the attempt of the browser keeps. */
export const sendSignInMail = async (
  emailRequest: EmailRequest,
  identifier: string,
  target: RedirectTarget,
  hasNewPasskey: boolean,
) => {
  const { request, context, resolved } = emailRequest
  const { provider, hasLink, maxAge } = resolved
  const token = await makeToken(context, resolved)
  const { shown: code, kept } = await makeMailCode(context, resolved)
  const requested = await writeRequestedFrom(context, request.headers, token)
  const query = { callbackUrl: target, token, email: identifier, requested }
  const url = hasLink ? pageTarget(`${request.base}/callback/${provider.id}`, request.origin, query) : undefined
  const { contents, messages, params } = await composeMail(emailRequest, identifier, maxAge, { url, code })
  const row = {
    identifier,
    token: await hashToken(context, resolved, token),
    expires: new Date(context.runtime.now() + maxAge * 1000),
  }
  const mail = {
    ...params,
    url: url ?? verifyRequestPage(request, provider.id),
    expires: row.expires,
    token: hasLink ? token : (code ?? ''),
    ...defined({ code, confirmUrl: contents.confirmUrl }),
    request: formRequest(request, { email: identifier }),
    message: renderSignInMessage({ ...contents, hasNewPasskey }, messages, params.theme),
  }
  await sendWithToken(emailRequest, row, () => provider.sendVerificationRequest(mail))
  return { state: token, ...kept }
}
