import { toHex } from '../../base/bytes.ts'
import { DAY, toSeconds } from '../../base/time.ts'
import type { Identity } from '../../accounts/identity.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { keepWaiting } from '../../transactions/pending-passkey.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { refuse } from '../../webauthn/response.ts'
import { askOwner } from '../complete-sign-in.ts'
import { readTarget } from '../where-to.ts'

/** The provider that proves addresses, if there is one. */
export const findMailProvider = (site: Site): ProviderSummary | undefined =>
  site.config.providers.all.find(({ type }) => type === 'email')

/** A passkey that is to be kept as soon as its address is proven. */
export interface Waiting {
  readonly authenticator: NonNullable<Identity['authenticator']>
  readonly email: string
  readonly mail: ProviderSummary
}

/** Where the mail's link leads: the address names the passkey, so that no other mail brings it along. */
const waitingTarget = (request: RequestInternal, id: string, target: ReturnTarget): ReturnTarget =>
  ownerPage(`${request.base}/passkey`, request.origin, { keep: id, callbackUrl: target })

/**
 * Sign up where a mail can prove the address: the passkey waits in this browser, and is kept when the link of the mail is
 * opened in it. So nobody attaches a passkey to an address of somebody else's, and nobody learns whether it has a user.
 */
export const signUpByMail = async (
  request: RequestInternal,
  site: Site,
  { user, account }: Identity,
  { authenticator, email, mail }: Waiting,
): Promise<Answer> => {
  const elsewhere = await askOwner(site, request.origin, { user, account })
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const id = toHex(site.runtime.random(16))
  const { createdAt: _new, ...row } = authenticator
  const created = toSeconds(site.runtime.now())
  const cookie = await keepWaiting(site, {
    id,
    provider: account.provider,
    email,
    authenticator: row,
    created,
    lasts: DAY,
  })
  if (cookie === undefined) throw refuse('The id or the key is too long to wait for a mail', 'length')
  const { emailMethod } = await import('../email/email.ts')
  const target = waitingTarget(request, id, await readTarget(request, site))
  const asked = { ...request, fields: { ...request.fields, email, callbackUrl: target } }
  const answer = await emailMethod.start(asked, site, mail)
  // Remembered as a target, the name of the passkey would go with the next mail as well, and be known to whoever reads cookies.
  const others = (answer.cookies ?? []).filter(({ name }) => name !== site.cookies.callbackUrl.name)
  return { ...answer, cookies: [...others, cookie] }
}
