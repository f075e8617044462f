import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { messagesFor } from '../../config/locale.ts'
import { renderSignInMessage } from '../../protocols/email/sign-in-message.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/error-classes.ts'
import type { VerificationRequestParams } from '../../types/providers.ts'
import { formRequest } from '../../web/form-request.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { describeSpan } from '../../i18n/time-spans.ts'
import { inTime } from './send-mail.ts'
import { writeRequestedFrom } from './requested-from.ts'
import { makeMailCode, makeToken, tokenHashes, tokenStore } from './mail-token.ts'
import type { Code } from './mail-token.ts'
import { mailFetch } from '../../notifications/mail-fetch.ts'

/** One mail: what it brings, and to whom. */
export interface SignInMail {
  readonly identifier: string
  /** What is stored, hashed. */
  readonly token: string
  readonly code: Code | undefined
  readonly expires: Date
  /** The link, or where there is none the page that takes the code. */
  readonly url: string
}

/** The page that says that a mail is on its way, where a code can be typed in. */
export const verifyRequestPage = (request: RequestInternal, provider: string): RedirectTarget =>
  pageTarget(`${request.base}/verify-request`, request.origin, { provider, type: 'email' })

/** Make up a mail. Nothing is stored or sent. */
export const makeSignInMail = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
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
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  letter: SignInMail,
): Promise<VerificationRequestParams> => {
  const { provider, hasLink, hasCode, maxAge, codeAge } = resolved
  const { identifier, code, expires, url } = letter
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
    token: hasLink ? letter.token : (code?.shown ?? ''),
    ...defined({ code: code?.shown }),
    request: formRequest(request, { email: identifier }),
    message: renderSignInMessage(contents, messages, theme),
    fetch: mailFetch(context, resolved),
  }
}

/** Store, then send; a mail that could not be sent leaves no token behind. */
export const sendSignInMail = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  letter: SignInMail,
): Promise<void> => {
  const store = tokenStore(context)
  const { identifier, expires } = letter
  const [token] = await tokenHashes(context, resolved, letter.token)
  if (token === undefined) throw new EmailSignInError('There is no secret to keep the token with')
  const params = await toParams(request, context, resolved, letter)
  await store.createVerificationToken({ identifier, token, expires })
  try {
    await inTime(context, resolved, resolved.provider.sendVerificationRequest(params))
  } catch (error) {
    await Promise.resolve(store.useVerificationToken({ identifier, token })).catch(() => null)
    // What the owner has to mend is no fault of an address.
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: resolved.provider.id, ...causeOf(error) })
  }
}
