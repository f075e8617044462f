import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { findCeremony, useChallenge } from '../../transactions/ceremony.ts'
import type { Ceremony } from '../../transactions/ceremony.ts'
import type { Cookie } from '../../types/http.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import { readAnswer, refuse } from '../../webauthn/response.ts'
import type { CeremonyAnswer } from '../../webauthn/response.ts'
import { carrying, FailedFlow } from '../flow.ts'
import type { SignInMethod } from '../method.ts'
import { authenticateWithPasskey } from './authenticate.ts'
import { registerPasskey } from './register.ts'
import { passkeySite } from './request.ts'
import { readTarget, rememberTarget } from '../where-to.ts'

/** `POST /signin/<provider>`: a ceremony is begun by a script, so there is nothing to start; the form stands on the page. */
const start = async (request: RequestInternal, site: Site): Promise<Answer> => {
  const target = await readTarget(request, site)
  return redirectTo(ownerPage(`${request.base}/signin`, request.origin), rememberTarget(request, site, target))
}

const readPurpose = (action: unknown): Ceremony['purpose'] => {
  if (action === 'authenticate' || action === 'register') return action
  throw refuse('The answer belongs to no known ceremony', 'action')
}

interface Found {
  readonly ceremony: Ceremony
  readonly forget: readonly Cookie[]
}

const findOwn = async (
  request: RequestInternal,
  site: Site,
  provider: string,
  purpose: Ceremony['purpose'],
  { client }: CeremonyAnswer,
): Promise<Found> => {
  const wanted = { provider, purpose, challenge: client.challenge }
  const { ceremony, fault, forget } = await findCeremony(site, request.cookies, wanted)
  if (ceremony !== undefined) return { ceremony, forget }
  throw new FailedFlow(refuse('This browser has no open ceremony for the answer', fault ?? 'absent'), forget)
}

/** Whoever adds a passkey tries again where they were. */
const orAgain = async (request: RequestInternal, site: Site, work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work()
  } catch (error) {
    const { cause, cookies } = error instanceof FailedFlow ? error : new FailedFlow(error, [])
    const callbackUrl = await readTarget(request, site)
    throw new FailedFlow(cause, cookies, ownerPage(`${request.base}/passkey`, request.origin, { callbackUrl }))
  }
}

/** `POST /callback/<provider>`: the browser's answer ends the ceremony, however it goes. */
const callback = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const purpose = readPurpose(request.fields['action'])
  const answer = readAnswer(request.fields['data'])
  const { ceremony, forget } = await findOwn(request, site, summary.id, purpose, answer)
  return carrying(forget, async () => {
    if (!(await useChallenge(site, ceremony))) throw refuse('The challenge was used before', 'used')
    const passkeys = passkeySite(request, site, summary)
    if (purpose === 'authenticate') return authenticateWithPasskey(request, site, passkeys, answer, ceremony)
    const register = (): Promise<Answer> => registerPasskey(request, site, passkeys, answer, ceremony)
    return ceremony.userId === undefined ? register() : orAgain(request, site, register)
  })
}

/** Passkeys (WebAuthn). */
export const webAuthnMethod: SignInMethod = { start, callback }
