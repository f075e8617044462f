import { defined } from '../../base/record.ts'
import { wordsFor } from '../../config/language.ts'
import type { Site } from '../../config/site.ts'
import { renderMessage } from '../../email/message.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { because } from '../../errors/because.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/classes.ts'
import type { VerificationRequestParams } from '../../types/providers.ts'
import { formRequest } from '../../web/form-request.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { describeSpan } from '../../words/spans.ts'
import { inTime } from './send.ts'
import { writeAsked } from './asked.ts'
import { makeMailCode, makeToken, tokenHashes, tokenStore } from './token.ts'
import type { Code } from './token.ts'
import { mailFetch } from './mail-fetch.ts'

/** One mail: what it brings, and to whom. */
export interface Letter {
  readonly identifier: string
  /** What is stored, hashed. */
  readonly token: string
  readonly code: Code | undefined
  readonly expires: Date
  /** The link, or where there is none the page that takes the code. */
  readonly url: string
}

/** The page that says that a mail is on its way, where a code can be typed in. */
export const waitingPage = (request: RequestInternal, provider: string): ReturnTarget =>
  ownerPage(`${request.base}/verify-request`, request.origin, { provider, type: 'email' })

/** Make up a mail. Nothing is stored or sent. */
export const makeLetter = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  identifier: string,
  target: ReturnTarget,
): Promise<Letter> => {
  const { hasLink, maxAge, provider } = resolved
  const token = await makeToken(site, resolved)
  const code = await makeMailCode(site, resolved)
  const expires = new Date(site.runtime.now() + maxAge * 1000)
  if (!hasLink) return { identifier, token, code, expires, url: waitingPage(request, provider.id) }
  const asked = await writeAsked(site, request.headers, token)
  const url = new URL(`${request.base}/callback/${provider.id}`)
  url.search = new URLSearchParams({ callbackUrl: target, token, email: identifier, asked }).toString()
  return { identifier, token, code, expires, url: url.href }
}

const toParams = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  letter: Letter,
): Promise<VerificationRequestParams> => {
  const { provider, hasLink, hasCode, maxAge, codeAge } = resolved
  const { identifier, code, expires, url } = letter
  const { theme } = site.config
  const words = await wordsFor(request, site)
  const contents = defined({
    host: new URL(request.origin).host,
    url: hasLink ? url : undefined,
    code: code?.shown,
    within: describeSpan(words.lang, hasCode ? codeAge : maxAge),
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
    message: renderMessage(contents, words, theme),
    fetch: mailFetch(site, resolved),
  }
}

/** Store, then send; a mail that could not be sent leaves no token behind. */
export const deliver = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  letter: Letter,
): Promise<void> => {
  const store = tokenStore(site)
  const { identifier, expires } = letter
  const [token] = await tokenHashes(site, resolved, letter.token)
  if (token === undefined) throw new EmailSignInError('There is no secret to keep the token with')
  const params = await toParams(request, site, resolved, letter)
  await store.createVerificationToken({ identifier, token, expires })
  try {
    await inTime(site, resolved, resolved.provider.sendVerificationRequest(params))
  } catch (error) {
    await Promise.resolve(store.useVerificationToken({ identifier, token })).catch(() => null)
    // What the owner has to mend is no fault of an address.
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: resolved.provider.id, ...because(error) })
  }
}
