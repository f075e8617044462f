import { nonEmpty } from '../base/json.ts'
import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { resolveEmailProvider } from '../email/provider.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import { AdapterError, Verification } from '../errors/classes.ts'
import { findTransaction } from '../transactions/store.ts'
import type { TransactionReading } from '../transactions/store.ts'
import type { VerificationToken } from '../types/adapter.ts'
import { show } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import type { ReturnTarget } from '../web/return-target.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { formToken } from './csrf.ts'
import { emailIdentity, startEmail } from './email.ts'
import { tokenHashes, tokenStore, UNGUESSABLE } from './email-token.ts'
import { carrying } from './flow.ts'
import type { SignInMethod } from './method.ts'
import { readTarget } from './where-to.ts'

interface Link {
  readonly token: string
  readonly email: string
}

/** No token is longer than this, whoever generated it. */
const LONGEST_TOKEN = 1024

/** Enough of an address to be shown to a person; what it has to be exactly, the stored token says. */
const ADDRESS = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/

const readLink = (request: RequestInternal): Link => {
  const from = (name: string): string | undefined =>
    request.method === 'POST' ? nonEmpty(request.fields[name]) : onlyOne(request.query.getAll(name))
  const token = from('token')
  const email = from('email')
  if (token === undefined || email === undefined || token.length > LONGEST_TOKEN || !ADDRESS.test(email)) {
    throw new Verification('The link is not complete', { reason: 'incomplete' })
  }
  return { token, email }
}

const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? nonEmpty(values[0]) : undefined

/** Tries that a token short enough to be guessed may be looked up. */
const MOST_TRIES = 5

/** A token that could be guessed is looked up a few times an address only; the adapter counts, for all servers alike. */
const countTry = async (
  site: Site,
  { provider, maxAge }: ResolvedEmailProvider,
  { token, email }: Link,
): Promise<void> => {
  if (token.length >= UNGUESSABLE) return
  const ends = new Date(site.runtime.now() + maxAge * 1000)
  const tries = await tokenStore(site).countAttempt?.(`magic link ${provider.id} ${email}`, ends)
  if (tries === undefined || tries > MOST_TRIES)
    throw new Verification('The link was tried too often', { reason: 'tries' })
}

const useToken = async (site: Site, summary: ProviderSummary, link: Link): Promise<VerificationToken> => {
  const store = tokenStore(site)
  const resolved = resolveEmailProvider(summary.written)
  await countTry(site, resolved, link)
  for (const token of await tokenHashes(site, resolved, link.token)) {
    const invite = await store.useVerificationToken({ identifier: link.email, token })
    if (invite === null || invite === undefined) continue
    if (invite.identifier !== link.email) break
    if (!(new Date(invite.expires).getTime() > site.runtime.now()))
      throw new Verification('The link is too old', { reason: 'expired' })
    return { identifier: link.email, token, expires: new Date(invite.expires) }
  }
  throw new Verification('The link is wrong or was used already', { reason: 'unknown' })
}

const consume = async (
  request: RequestInternal,
  site: Site,
  summary: ProviderSummary,
  link: Link,
  target: ReturnTarget,
): Promise<Answer> => {
  const invite = await useToken(site, summary, link)
  try {
    return await completeSignIn(request, site, emailIdentity(site, summary.id, link.email), { target })
  } catch (error) {
    // The person did nothing wrong: when the database fails after the token is gone, the same link works again.
    if (error instanceof AdapterError)
      await Promise.resolve(tokenStore(site).createVerificationToken(invite)).catch(() => null)
    throw error
  }
}

const findOwn = (
  request: RequestInternal,
  site: Site,
  { id }: ProviderSummary,
  { token }: Link,
): Promise<TransactionReading> => findTransaction(site, request.cookies, { provider: id, state: token, kind: 'email' })

/** A page with one button: whoever opened the link, a scanner or a stranger, has done nothing yet. */
const confirm = async (request: RequestInternal, site: Site, { id }: ProviderSummary, link: Link): Promise<Answer> => {
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const callbackUrl = await readTarget(request, site)
  const props = {
    action: `${request.base}/callback/${id}`,
    email: link.email,
    host: new URL(request.origin).host,
    fields: [
      ['token', link.token],
      ['email', link.email],
      ['callbackUrl', callbackUrl],
    ] as const,
    ...(csrfToken === undefined ? {} : { csrfToken }),
  }
  return show({ page: 'confirm-link', props }, cookies)
}

/** `GET /callback/<provider>` in the browser that asked, or the `POST` of the page shown elsewhere, uses the link up. */
const callback = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const link = readLink(request)
  const own = await findOwn(request, site, summary, link)
  const asked =
    own.found && own.transaction.kind === 'email' && own.transaction.identifier === link.email ? own : undefined
  if (asked === undefined && request.method === 'GET') return confirm(request, site, summary, link)
  if (asked === undefined) return consume(request, site, summary, link, await readTarget(request, site))
  return carrying([asked.forget], () => consume(request, site, summary, link, asked.transaction.target))
}

export const emailMethod: SignInMethod = { start: startEmail, callback }
