import { findAccountUser } from '../../accounts/facts.ts'
import type { Identity } from '../../accounts/identity.ts'
import { readPasskey } from '../../config/passkey-row.ts'
import type { Site } from '../../config/site.ts'
import type { Ceremony } from '../../transactions/ceremony.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { verifyAuthentication } from '../../webauthn/authentication.ts'
import { toBase64 } from '../../webauthn/encoding.ts'
import { refuse } from '../../webauthn/response.ts'
import type { CeremonyAnswer } from '../../webauthn/response.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { useAuthenticator } from './use.ts'
import type { PasskeySite } from './request.ts'
import { readTarget } from '../where-to.ts'

const findRow = async (site: Site, answer: CeremonyAnswer, { listedFor }: Ceremony): Promise<AdapterAuthenticator> => {
  const id = toBase64(answer.id)
  const row = readPasskey(await site.config.adapter?.getAuthenticator?.(id), id)
  if (row === null) throw refuse('The passkey is not known here', 'unknown')
  if (listedFor !== undefined && listedFor !== String(row.userId)) {
    throw refuse('The browser was not asked for this passkey', 'not-listed')
  }
  return row
}

/** Who owns a passkey: by its row and by its account both, so that an account that was removed removes the way in. */
const findIdentity = async (site: Site, provider: string, row: AdapterAuthenticator): Promise<Identity> => {
  const { providerAccountId } = row
  const account = { provider, providerAccountId, type: 'webauthn' as const, userId: String(row.userId) }
  const identity: Identity = { method: 'webauthn', user: {}, account }
  const user = site.config.adapter === undefined ? null : await findAccountUser(site.config.adapter, identity)
  if (user === null || user.id !== account.userId) throw refuse('The passkey belongs to no account', 'unknown')
  return { ...identity, user }
}

/** A passkey signs somebody in. Nothing is written before everything is verified. */
export const authenticateWithPasskey = async (
  request: RequestInternal,
  site: Site,
  { provider, party }: PasskeySite,
  answer: CeremonyAnswer,
  ceremony: Ceremony,
): Promise<Answer> => {
  const row = await findRow(site, answer, ceremony)
  const expected = { ...(await party()), challenge: ceremony.challenge }
  const assertion = await verifyAuthentication(provider, expected, answer, row, ceremony.listedFor !== undefined)
  const identity = await findIdentity(site, provider.id, row)
  await useAuthenticator(site, row, assertion)
  const target = await readTarget(request, site)
  return completeSignIn(request, site, identity, { target, linkTo: ceremony.userId })
}
