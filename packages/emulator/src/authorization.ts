import { credentialsOf } from './credentials.ts'
import type { Grant } from './grants.ts'
import { isOwnMachine } from './own-machine.ts'
import type { Person } from './person.ts'
import type { ProviderMock } from './provider-mock.ts'
import { Refusal } from './refusal.ts'

/** A judged authorization request. */
export interface Asking {
  readonly play: ProviderMock
  readonly query: URLSearchParams
  readonly redirectUri: URL
  readonly mode: 'query' | 'form_post'
}

/** The play whose registered application asks. */
export const findPlay = (plays: readonly ProviderMock[], query: URLSearchParams): ProviderMock => {
  const asking = query.get('client_id') ?? ''
  const play = plays.find(({ id }) => credentialsOf(id).clientId === asking)
  if (play !== undefined) return play
  const known = plays.map(({ id }) => `"${credentialsOf(id).clientId}"`).join(' or ')
  throw new Refusal('invalid_client', `client_id is "${asking}"; here it has to be ${known}.`)
}

/** People are sent on to this machine only: nobody outside can be made to believe an emulated provider. */
const readRedirect = (query: URLSearchParams): URL => {
  const text = query.get('redirect_uri') ?? ''
  if (!URL.canParse(text)) throw new Refusal('invalid_request', `redirect_uri "${text}" is no address.`)
  const url = new URL(text)
  if (isOwnMachine(url)) return url
  throw new Refusal('invalid_request', `The emulator sends nobody to ${url.hostname}: it is for this machine only.`)
}

const demandEqual = (query: URLSearchParams, wanted: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(wanted)) {
    const given = query.get(name)
    if (given === value) continue
    throw new Refusal(
      'invalid_request',
      `${name} has to be "${value}", and is ${given === null ? 'missing' : `"${given}"`}.`,
    )
  }
}

const demandScope = ({ authorization }: ProviderMock, query: URLSearchParams): void => {
  const given = (query.get('scope') ?? '').split(authorization.separator ?? ' ').filter((scope) => scope !== '')
  const missing = authorization.scope?.find((scope) => !given.includes(scope))
  if (missing !== undefined) throw new Refusal('invalid_scope', `The scope "${missing}" was not asked for.`)
  const { scopes = given } = authorization
  const unknown = given.find((scope) => !scopes.includes(scope))
  if (unknown !== undefined) throw new Refusal('invalid_scope', `There is no scope "${unknown}".`)
}

const demandChallenge = ({ authorization }: ProviderMock, query: URLSearchParams): void => {
  const { pkce = 'checked' } = authorization
  const has = query.has('code_challenge')
  if (pkce === 'refused' && has) throw new Refusal('invalid_request', 'code_challenge is not taken here.')
  if (pkce === 'required' && !has) throw new Refusal('invalid_request', 'code_challenge is missing (RFC 7636).')
  if (has && query.get('code_challenge_method') !== 'S256') {
    throw new Refusal('invalid_request', 'code_challenge_method has to be S256.')
  }
}

/** Judge an authorization request as the provider would. Throws a `Refusal`. */
export const readAsking = (plays: readonly ProviderMock[], query: URLSearchParams): Asking => {
  const play = findPlay(plays, query)
  const redirectUri = readRedirect(query)
  demandEqual(query, { response_type: 'code', ...play.authorization.parameters })
  if (!query.get('state')) throw new Refusal('invalid_request', 'state is missing.')
  if (play.openid !== undefined && !(query.get('scope') ?? '').split(' ').includes('openid')) {
    throw new Refusal('invalid_scope', 'The scope "openid" was not asked for.')
  }
  demandScope(play, query)
  demandChallenge(play, query)
  const asked = query.get('response_mode') ?? play.authorization.mode ?? 'query'
  return { play, query, redirectUri, mode: asked === 'form_post' ? 'form_post' : 'query' }
}

/** What the person agreed to. */
export const grantOf = ({ play, query }: Asking, person: Person): Grant => ({
  play,
  person,
  redirectUri: query.get('redirect_uri') ?? '',
  scope: query.get('scope') ?? '',
  query,
  nonce: query.get('nonce') ?? undefined,
  challenge: play.authorization.pkce === 'ignored' ? undefined : (query.get('code_challenge') ?? undefined),
})

/** What every answer holds, a denial too. */
const always = ({ play: { authorization }, query }: Asking) => ({
  state: query.get('state') ?? '',
  ...(authorization.iss === undefined ? {} : { iss: authorization.iss }),
})

/** The answer's parameters. */
export const answerOf = (asking: Asking, person: Person, code: string): URLSearchParams =>
  new URLSearchParams({ ...asking.play.authorization.answer?.(person), code, ...always(asking) })

export const denialOf = (asking: Asking): URLSearchParams =>
  new URLSearchParams({
    error: asking.play.authorization.denial ?? 'access_denied',
    error_description: 'The person said no.',
    ...always(asking),
  })
