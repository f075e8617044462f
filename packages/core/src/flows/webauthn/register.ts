import type { Identity } from '../../accounts/identity.ts'
import { findUser } from '../../config/rows.ts'
import type { Site } from '../../config/site.ts'
import type { Ceremony } from '../../transactions/ceremony.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { User } from '../../types/identity.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { verifyRegistration } from '../../webauthn/registration.ts'
import { refuse } from '../../webauthn/response.ts'
import type { CeremonyAnswer } from '../../webauthn/response.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { findSignedIn } from '../holder.ts'
import { readPasskeyName } from './passkey-name.ts'
import { findMailProvider, signUpByMail } from './pending.ts'
import type { PasskeySite } from './request.ts'
import { readTarget } from '../where-to.ts'

type Authenticator = Omit<AdapterAuthenticator, 'userId'>

const makeRow = async (
  request: RequestInternal,
  site: Site,
  { provider, party }: PasskeySite,
  answer: CeremonyAnswer,
  ceremony: Ceremony,
): Promise<Authenticator> => {
  const made = await verifyRegistration(provider, { ...(await party()), challenge: ceremony.challenge }, answer)
  const known = await site.config.adapter?.getAuthenticator?.(made.credentialID)
  // WebAuthn L3 §7.1 step 25. The database refuses a second one too; here it is said plainly.
  if (known !== null && known !== undefined) throw refuse('The passkey is known already', 'known')
  const name = readPasskeyName(request.fields['name']) ?? made.name
  return {
    ...made,
    ...(name === undefined ? {} : { name }),
    ...(ceremony.handle === undefined ? {} : { userHandle: ceremony.handle }),
    createdAt: new Date(site.runtime.now()),
  }
}

/** The session has to be the one that asked, or as absent as it was: a browser can change hands between the two. */
const checkHolder = async (request: RequestInternal, site: Site, { userId }: Ceremony): Promise<void> => {
  const holder = await findSignedIn(site, request.cookies)
  if (holder?.userId !== userId) throw refuse('Somebody else is signed in than when this was begun', 'another-user')
}

const findOwner = async (site: Site, { userId, newUser }: Ceremony): Promise<User> => {
  if (userId === undefined) return { ...newUser }
  const user = site.config.adapter === undefined ? null : await findUser(site.config.adapter, userId)
  if (user === null) throw refuse('The user who asked is gone', 'another-user')
  return user
}

/** A passkey is made: for whoever is signed in, else for somebody new. */
export const registerPasskey = async (
  request: RequestInternal,
  site: Site,
  passkeys: PasskeySite,
  answer: CeremonyAnswer,
  ceremony: Ceremony,
): Promise<Answer> => {
  await checkHolder(request, site, ceremony)
  const authenticator = await makeRow(request, site, passkeys, answer, ceremony)
  const { provider } = passkeys
  const { providerAccountId } = authenticator
  const user = await findOwner(site, ceremony)
  const account = { provider: provider.id, providerAccountId, type: 'webauthn' as const }
  const identity: Identity = { method: 'webauthn', user, account, authenticator }
  const mail = findMailProvider(site)
  if (ceremony.userId === undefined && mail !== undefined && typeof user.email === 'string') {
    return signUpByMail(request, site, identity, { authenticator, email: user.email, mail })
  }
  const target = await readTarget(request, site)
  // Nobody is given the options who had not signed in recently.
  return completeSignIn(request, site, identity, { target, linkTo: ceremony.userId, mayLink: true })
}
