import { toSeconds } from '../base/time.ts'
import { toUuid } from '../base/uuid.ts'
import type { Identity } from '../accounts/identity.ts'
import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { readAddress } from '../email/address.ts'
import { resolveEmailProvider } from '../email/provider.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import { because } from '../errors/because.ts'
import { EmailSignInError } from '../errors/classes.ts'
import { beginTransaction } from '../transactions/store.ts'
import type { EmailTransaction } from '../transactions/transaction.ts'
import { redirectTo } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import { formRequest } from '../web/form-request.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import type { ReturnTarget } from '../web/return-target.ts'
import { askOwner } from './complete-sign-in.ts'
import { makeToken, tokenHashes, tokenStore } from './email-token.ts'
import { concerned, lookUp } from './known.ts'
import { readTarget, rememberTarget } from './where-to.ts'

/** What a proven address stands for, before anybody looked whether it is known. */
export const emailIdentity = (site: Site, provider: string, email: string): Identity => {
  const user = { id: toUuid(site.runtime.random(16), 4), email, emailVerified: null }
  return { method: 'email', user, account: { provider, type: 'email', providerAccountId: email, userId: user.id } }
}

const askBefore = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
): Promise<ReturnTarget | undefined> => {
  const { user, account } = concerned(identity, await lookUp(site.config.adapter, identity))
  return askOwner(site, request.origin, { user, account, email: { verificationRequest: true } })
}

interface Letter {
  readonly identifier: string
  readonly token: string
  readonly expires: Date
  readonly url: string
}

const makeLetter = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  identifier: string,
  target: ReturnTarget,
): Promise<Letter> => {
  const token = await makeToken(site, resolved)
  const url = new URL(`${request.base}/callback/${resolved.provider.id}`)
  url.search = new URLSearchParams({ callbackUrl: target, token, email: identifier }).toString()
  return { identifier, token, url: url.href, expires: new Date(site.runtime.now() + resolved.maxAge * 1000) }
}

/** Store, then send; a mail that could not be sent leaves no token behind. */
const deliver = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  letter: Letter,
): Promise<void> => {
  const store = tokenStore(site)
  const { identifier, expires } = letter
  const [hash] = await tokenHashes(site, resolved, letter.token)
  if (hash === undefined) throw new EmailSignInError('There is no secret to keep the token with')
  await store.createVerificationToken({ identifier, token: hash, expires })
  const { provider } = resolved
  try {
    const asked = formRequest(request, { email: identifier })
    await provider.sendVerificationRequest({ ...letter, provider, theme: site.config.theme, request: asked })
  } catch (error) {
    await Promise.resolve(store.useVerificationToken({ identifier, token: hash })).catch(() => null)
    throw new EmailSignInError('The mail could not be sent', {
      provider: provider.id,
      ...because(error),
    })
  }
}

/** `POST /signin/<provider>`: sends a link, and lets this browser alone use it without a further click. */
export const startEmail = async (
  request: RequestInternal,
  site: Site,
  { id, written }: ProviderSummary,
): Promise<Answer> => {
  const resolved = resolveEmailProvider(written)
  const target = await readTarget(request, site)
  const identifier = readAddress(request.fields['email'], resolved.provider.normalizeIdentifier)
  const elsewhere = await askBefore(request, site, emailIdentity(site, id, identifier))
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const letter = await makeLetter(request, site, resolved, identifier, target)
  await deliver(request, site, resolved, letter)
  const transaction: EmailTransaction = {
    kind: 'email',
    provider: id,
    identifier,
    state: letter.token,
    target,
    created: toSeconds(site.runtime.now()),
    lasts: resolved.maxAge,
  }
  const cookies = await beginTransaction(site, request.cookies, transaction)
  const page = ownerPage(`${request.base}/verify-request`, request.origin, { provider: id, type: 'email' })
  return redirectTo(page, [...cookies, ...rememberTarget(request, site, target)])
}
