import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { readAddress } from '../../email/address.ts'
import { resolveEmailProvider } from '../../email/provider.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { beginTransaction } from '../../transactions/store.ts'
import type { EmailTransaction } from '../../transactions/transaction.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { askOwner } from '../complete-sign-in.ts'
import { redeemCode } from './code.ts'
import { emailIdentity } from './identity.ts'
import { deliver, makeLetter, waitingPage } from './letter.ts'
import type { Letter } from './letter.ts'
import { mailLimits } from './limit.ts'
import { concerned, lookUp } from '../known.ts'
import { whileCounted } from '../limit.ts'
import { readTarget, rememberTarget } from '../where-to.ts'

const askBefore = async (
  request: RequestInternal,
  site: Site,
  provider: string,
  email: string,
): Promise<ReturnTarget | undefined> => {
  const identity = emailIdentity(site, provider, email)
  const { user, account } = concerned(identity, await lookUp(site.config.adapter, identity))
  return askOwner(site, request.origin, { user, account, email: { verificationRequest: true } })
}

const toTransaction = (
  site: Site,
  { provider, maxAge, codeAge }: ResolvedEmailProvider,
  { identifier, token, code }: Letter,
  target: ReturnTarget,
): EmailTransaction => ({
  kind: 'email',
  provider: provider.id,
  identifier,
  state: token,
  ...defined({ code: code?.compared, codeLasts: code === undefined ? undefined : codeAge }),
  target,
  created: toSeconds(site.runtime.now()),
  lasts: maxAge,
})

/** Send a mail, and let this browser alone use its link without a further click, or its code. */
const sendMail = async (request: RequestInternal, site: Site, resolved: ResolvedEmailProvider): Promise<Answer> => {
  const { provider } = resolved
  const target = await readTarget(request, site)
  const identifier = readAddress(request.fields['email'], provider.normalizeIdentifier)
  const elsewhere = await askBefore(request, site, provider.id, identifier)
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const limits = await mailLimits(request, site, resolved, identifier)
  const letter = await whileCounted(site, limits, async () => {
    const made = await makeLetter(request, site, resolved, identifier, target)
    await deliver(request, site, resolved, made)
    return made
  })
  const cookies = await beginTransaction(site, request.cookies, toTransaction(site, resolved, letter, target))
  return redirectTo(waitingPage(request, provider.id), [...cookies, ...rememberTarget(request, site, target)])
}

/**
 * `POST /signin/<provider>`: sends a mail. With a code it uses that up, as the callback does, so that whatever can ask for
 * a mail, a form action or `signIn` in the browser, can finish as well.
 */
export const startEmail = async (
  request: RequestInternal,
  site: Site,
  { written }: ProviderSummary,
): Promise<Answer> => {
  const resolved = resolveEmailProvider(written)
  return resolved.hasCode && request.fields['code'] !== undefined
    ? redeemCode(request, site, resolved)
    : sendMail(request, site, resolved)
}
