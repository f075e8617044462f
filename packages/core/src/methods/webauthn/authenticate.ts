import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { findAccountUser } from '../../accounts/account-facts.ts'
import type { Identity } from '../../accounts/identity.ts'
import { readPasskey } from '../../store/rows.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { verifyAuthentication } from '../../protocols/webauthn/authentication.ts'
import { toBase64 } from '../../base/bytes.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { useAuthenticator } from './use-authenticator.ts'
import type { PasskeyRequest } from './passkey-request.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { webAuthnFacts } from './webauthn-facts.ts'

const findRow = async (
  context: AuthContext,
  response: CeremonyResponse,
  { listedFor }: Ceremony,
): Promise<AdapterAuthenticator> => {
  const id = toBase64(response.id)
  const row = readPasskey(await context.config.adapter?.getAuthenticator?.(id), id)
  if (row === null) throw verificationError('The passkey is not known here', 'unknown')
  if (listedFor !== undefined && listedFor !== String(row.userId)) {
    throw verificationError('The browser was not asked for this passkey', 'not-listed')
  }
  return row
}

/** Who owns a passkey: by its row and by its account both, so that an account that was removed removes the way in. */
const findIdentity = async (context: AuthContext, provider: string, row: AdapterAuthenticator): Promise<Identity> => {
  const { providerAccountId } = row
  const account = { provider, providerAccountId, type: 'webauthn' as const, userId: String(row.userId) }
  const identity: Identity = { facts: webAuthnFacts, user: {}, account }
  const user = context.config.adapter === undefined ? null : await findAccountUser(context.config.adapter, identity)
  if (user === null || user.id !== account.userId)
    throw verificationError('The passkey belongs to no account', 'unknown')
  return { ...identity, user }
}

/** A passkey signs somebody in. Nothing is written before everything is verified. */
export const authenticateWithPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, party }: PasskeyRequest,
  response: CeremonyResponse,
  ceremony: Ceremony,
): Promise<HandlerResponse> => {
  const row = await findRow(context, response, ceremony)
  const expected = { ...(await party()), challenge: ceremony.challenge }
  const assertion = await verifyAuthentication(provider, expected, response, row, ceremony.listedFor !== undefined)
  const identity = await findIdentity(context, provider.id, row)
  await useAuthenticator(context, row, assertion)
  const target = await readTarget(request, context)
  return completeSignIn(request, context, identity, { target, linkTo: ceremony.userId })
}
