import type { RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { messagesFor } from '../../config/locale.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import { describeSpan } from '../../i18n/time-spans.ts'
import { mailFetch } from '../../notifications/mail-fetch.ts'
import { renderSignInMessage } from '../../protocols/email/sign-in-message.ts'
import type { VerificationRequestParams } from '../../types/providers.ts'
import { formRequest } from '../../web/form-request.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import type { EmailRequest } from './email-request.ts'
import { makeMailCode, makeToken, tokenHashes } from './mail-token.ts'
import type { Code } from './mail-token.ts'
import { writeRequestedFrom } from './requested-from.ts'
import { sendWithToken } from './send-mail.ts'

/** A mail that verifies an address. */
export interface SignInMail {
  readonly identifier: string
  /** Stored as a hash. */
  readonly token: string
  readonly code: Code | undefined
  readonly expires: Date
  /** The link; without one, the page with the form for the code. */
  readonly url: string
}

/** The page after a mail was sent, with the form for a code. */
export const verifyRequestPage = (request: RequestInternal, provider: string): RedirectTarget =>
  pageTarget(`${request.base}/verify-request`, request.origin, { provider, type: 'email' })

/** Make a mail. Nothing is stored or sent. */
export const makeSignInMail = async (
  { request, context, resolved }: EmailRequest,
  identifier: string,
  target: RedirectTarget,
): Promise<SignInMail> => {
  const { hasLink, maxAge, provider } = resolved
  const token = await makeToken(context, resolved)
  const code = await makeMailCode(context, resolved)
  const expires = new Date(context.runtime.now() + maxAge * 1000)
  if (!hasLink) return { identifier, token, code, expires, url: verifyRequestPage(request, provider.id) }
  const asked = await writeRequestedFrom(context, request.headers, token)
  const url = new URL(`${request.base}/callback/${provider.id}`)
  url.search = new URLSearchParams({ callbackUrl: target, token, email: identifier, asked }).toString()
  return { identifier, token, code, expires, url: url.href }
}

const toParams = async (
  { request, context, resolved }: EmailRequest,
  { identifier, token, code, expires, url }: SignInMail,
): Promise<VerificationRequestParams> => {
  const { provider, hasLink, hasCode, maxAge, codeAge } = resolved
  const { theme } = context.config
  const messages = await messagesFor(request, context)
  const contents = defined({
    host: new URL(request.origin).host,
    url: hasLink ? url : undefined,
    code: code?.shown,
    within: describeSpan(messages.lang, hasCode ? codeAge : maxAge),
  })
  return {
    identifier,
    url,
    expires,
    provider,
    theme,
    token: hasLink ? token : (code?.shown ?? ''),
    ...defined({ code: code?.shown }),
    request: formRequest(request, { email: identifier }),
    message: renderSignInMessage(contents, messages, theme),
    fetch: mailFetch(context, resolved),
  }
}

/** Store the token of a mail, then send the mail. */
export const sendSignInMail = async (emailRequest: EmailRequest, mail: SignInMail): Promise<void> => {
  const { context, resolved } = emailRequest
  const { identifier, expires } = mail
  const [token] = await tokenHashes(context, resolved, mail.token)
  if (token === undefined) throw new EmailSignInError('There is no secret to hash the token with')
  const params = await toParams(emailRequest, mail)
  await sendWithToken(emailRequest, { identifier, token, expires }, () =>
    resolved.provider.sendVerificationRequest(params),
  )
}
