import type { Applied } from '../../accounts/apply.ts'
import type { Identity } from '../../accounts/identity.ts'
import { link } from '../../accounts/link.ts'
import type { Site } from '../../config/site.ts'
import { because } from '../../errors/because.ts'
import { WebAuthnVerificationError } from '../../errors/classes.ts'
import { findPending, forgetPending } from '../../transactions/pending-passkey.ts'
import type { PendingPasskey } from '../../transactions/pending-passkey.ts'
import type { Cookie } from '../../types/http.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { tell } from '../tell.ts'
import type { Noticed } from '../tell.ts'
import { approve } from '../where-to.ts'

/** What was waited for: the address of the passkey is proven, and the link of its own mail was opened. */
const isFor = (
  { id, email }: PendingPasskey,
  { method, account }: Identity,
  request: RequestInternal,
  target: ReturnTarget,
): boolean => {
  const url = new URL(target)
  const isOwn = url.origin + url.pathname === `${request.base}/passkey` && url.searchParams.get('keep') === id
  return isOwn && method === 'email' && account.providerAccountId === email
}

/** Somebody new is told nothing: they have just made the passkey, and nobody had an account before. */
const findNoticed = ({ user, isNewUser }: Applied): Noticed | undefined =>
  isNewUser ? undefined : { user, change: { kind: 'passkeyAdded' } }

const keep = async (
  request: RequestInternal,
  site: Site,
  { provider, authenticator }: PendingPasskey,
  applied: Applied,
): Promise<void> => {
  const { user } = applied
  const { adapter } = site.config
  if (adapter === undefined) return
  const { providerAccountId } = authenticator
  const identity: Identity = {
    method: 'webauthn',
    user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(site.runtime.now()) },
  }
  const write =
    adapter.transaction === undefined
      ? link(adapter, identity, user)
      : adapter.transaction((within) => link(within, identity, user))
  await tell(request, site, await write, findNoticed(applied))
}

/** What becomes of a waiting passkey when somebody has come in. */
export interface Kept {
  readonly cookies: readonly Cookie[]
  readonly target: ReturnTarget
}

/**
 * Keep the passkey that waited for this sign-in. The person is in whatever happens here, so a failure is only told, and leads
 * to the page where a passkey can be added.
 */
export const keepPending = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
  applied: Applied,
  target: ReturnTarget,
): Promise<Kept> => {
  const pending = await findPending(site, request.cookies)
  if (pending === undefined || !isFor(pending, identity, request, target)) return { cookies: [], target }
  const cookies = [forgetPending(site)]
  // Whoever wrote the address wrote this as well, so it is judged like every other wish.
  const after = await approve(site, request.origin, new URL(target).searchParams.get('callbackUrl'))
  try {
    await keep(request, site, pending, applied)
    return { cookies, target: after }
  } catch (error) {
    site.config.logger.error(new WebAuthnVerificationError('The passkey that waited could not be kept', because(error)))
    return { cookies, target: ownerPage(`${request.base}/passkey`, request.origin, { callbackUrl: after }) }
  }
}
