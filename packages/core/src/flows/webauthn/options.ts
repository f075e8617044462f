import { findUser, readRows } from '../../config/rows.ts'
import { toBase64url } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { InvalidProvider, MissingCSRF, RecentSignInRequired } from '../../errors/classes.ts'
import { beginCeremony } from '../../transactions/ceremony.ts'
import type { Ceremony } from '../../transactions/ceremony.ts'
import { isRecent } from '../../transactions/recent.ts'
import { json } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import { decideProvenance } from '../../web/origin.ts'
import type { RequestInternal } from '../../web/request.ts'
import { buildAuthenticationOptions } from '../../webauthn/authentication.ts'
import { toDescriptors } from '../../webauthn/record.ts'
import { buildRegistrationOptions } from '../../webauthn/registration.ts'
import type { Registrant } from '../../webauthn/registration.ts'
import type { Flow } from '../flow.ts'
import { findSignedIn } from '../holder.ts'
import { decideCeremony } from './decide.ts'
import { listForAnybody, listOwn } from './list.ts'
import type { Listed } from './list.ts'
import { passkeySite } from './request.ts'
import type { PasskeySite } from './request.ts'
import { findNewcomer } from './user-info.ts'
import type { Newcomer } from './user-info.ts'

const HANDLE_LENGTH = 32
const CHALLENGE_LENGTH = 32

/** A request for options, with all that follows from it. */
interface Asked {
  readonly request: RequestInternal
  readonly site: Site
  readonly passkeys: PasskeySite
}

const refuse = (error: string): Answer => json({ error }, [], 400)

const answerWith = async (
  { request, site, passkeys }: Asked,
  ceremony: Omit<Ceremony, 'provider' | 'challenge' | 'created'>,
  build: (challenge: Uint8Array<ArrayBuffer>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Answer> => {
  const challenge = site.runtime.random(CHALLENGE_LENGTH)
  const options = await build(challenge)
  const cookies = await beginCeremony(site, request.cookies, {
    ...ceremony,
    provider: passkeys.provider.id,
    challenge: toBase64url(challenge),
    created: toSeconds(site.runtime.now()),
  })
  return json({ action: ceremony.purpose, options }, cookies)
}

const findList = async (
  { site, passkeys: { provider } }: Asked,
  holder: string | undefined,
  newcomer: Newcomer | null,
): Promise<Listed | undefined> => {
  if (holder !== undefined) return listOwn(site, holder)
  const email = newcomer?.user.email
  return provider.listsCredentials && typeof email === 'string' ? listForAnybody(site, email) : undefined
}

const authenticate = async (asked: Asked, userId: string | undefined, newcomer: Newcomer | null): Promise<Answer> => {
  const { provider, party } = asked.passkeys
  const listed = await findList(asked, userId, newcomer)
  const ceremony = { purpose: 'authenticate' as const, ...defined({ userId, listedFor: listed?.listedFor }) }
  return answerWith(asked, ceremony, async (challenge) =>
    buildAuthenticationOptions(provider, await party(), challenge, listed?.allowed),
  )
}

const newHandle = (site: Site): string => toBase64url(site.runtime.random(HANDLE_LENGTH))

/** Somebody signed in adds a passkey: to their own account, whatever else the request names. */
const add = async (asked: Asked, userId: string): Promise<Answer> => {
  const { request, site, passkeys } = asked
  const { provider, party } = passkeys
  const { adapter } = site.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  if (user === null || !(await isRecent(site, request.cookies, userId))) {
    throw new RecentSignInRequired('A passkey is added only by somebody who has just signed in')
  }
  const rows = readRows((await adapter?.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')
  // One handle for all passkeys of a user, so that an authenticator sees one account (WebAuthn L3 §6.1, user handle).
  const handle = rows.map((row) => row.userHandle).find((known) => typeof known === 'string') ?? newHandle(site)
  const name = user.email ?? user.name ?? userId
  const registrant: Registrant = { handle, name, displayName: user.name ?? name }
  return answerWith(asked, { purpose: 'register', userId, handle }, async (challenge) =>
    buildRegistrationOptions(provider, await party(), registrant, challenge, toDescriptors(rows)),
  )
}

/** Somebody new: the options are the same whether the address is known or not. */
const signUp = async (asked: Asked, { user }: Newcomer): Promise<Answer> => {
  const { provider, party } = asked.passkeys
  const handle = newHandle(asked.site)
  const { id: _foreign, ...newUser } = user
  const name = user.email ?? user.name ?? provider.name
  const registrant: Registrant = { handle, name, displayName: user.name ?? name }
  return answerWith(asked, { purpose: 'register', handle, newUser }, async (challenge) =>
    buildRegistrationOptions(provider, await party(), registrant, challenge, []),
  )
}

const isWish = (action: string | null): action is 'authenticate' | 'register' | null =>
  action === null || action === 'authenticate' || action === 'register'

const providerOf = (request: RequestInternal, site: Site): ProviderSummary => {
  const provider = site.config.providers.find(request.providerId)
  if (provider?.type !== 'webauthn') {
    throw new InvalidProvider('There is no such passkey provider', { provider: request.providerId ?? '' })
  }
  return provider
}

/** `GET /webauthn-options/<provider>`: begins a ceremony. */
export const passkeyOptions: Flow = async (request, site) => {
  if (decideProvenance(request.headers, request.origin) === 'foreign') {
    throw new MissingCSRF('Another site asked for the options of a ceremony')
  }
  const action = request.query.get('action')
  if (!isWish(action)) return refuse('Invalid action')
  const passkeys = passkeySite(request, site, providerOf(request, site))
  const asked = { request, site, passkeys }
  const holder = (await findSignedIn(site, request.cookies))?.userId
  const { provider, context, told } = passkeys
  const newcomer = holder === undefined ? await findNewcomer(provider, context, told) : null
  // Without the owner's word an address decides nothing by itself: whoever wants to sign up says so.
  const isSaid = action === 'register' || provider.config.getUserInfo !== undefined
  const named = newcomer === null || !isSaid ? 'nobody' : newcomer.exists ? 'known' : 'new'
  const verdict = decideCeremony({ wish: action ?? undefined, holder, named })
  if (verdict === 'authenticate') return authenticate(asked, holder, newcomer)
  if (verdict === 'add' && holder !== undefined) return add(asked, holder)
  return verdict === 'sign-up' && newcomer !== null ? signUp(asked, newcomer) : refuse('Invalid request')
}
