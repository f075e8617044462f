import { createHash } from 'node:crypto'
import { credentialsOf } from './credentials.ts'
import type { Grant, Grants } from './grants.ts'
import { demandHeaders } from './headers.ts'
import { signIdToken, type Keys } from './openid.ts'
import type { MockRequest, ClientProof, Json, ProviderMock } from './provider-mock.ts'
import { Refusal } from './refusal.ts'

const readJson = (text: string): URLSearchParams => {
  try {
    const value: unknown = JSON.parse(text)
    return new URLSearchParams(value as Record<string, string>)
  } catch {
    throw new Refusal('invalid_request', 'The body has to be JSON.')
  }
}

/** The parameters under their standard names. */
const readParameters = ({ token }: ProviderMock, asked: MockRequest): URLSearchParams => {
  if (asked.method !== (token.method ?? 'POST'))
    throw new Refusal('invalid_request', `The method is not ${asked.method}.`, 405)
  const type = asked.headers['content-type'] ?? ''
  const { body: taken = 'form' } = token
  const body = taken === 'either' ? (type.startsWith('application/json') ? 'json' : 'form') : taken
  const wanted = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  if (body !== 'query' && !type.startsWith(wanted))
    throw new Refusal('invalid_request', `The body has to be ${wanted}.`)
  const given =
    body === 'query' ? asked.query : body === 'json' ? readJson(asked.body) : new URLSearchParams(asked.body)
  for (const [standard, own] of Object.entries(token.names ?? {})) {
    const value = given.get(own)
    if (value === null) throw new Refusal('invalid_request', `${own} is missing.`)
    given.set(standard, value)
  }
  return given
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they become a user name and a password. */
const readBasic = (header: string | undefined): readonly [string, string] | undefined => {
  const match = /^Basic ([\w+/]+=*)$/.exec(header ?? '')
  if (match === null) return undefined
  const [id = '', secret = ''] = Buffer.from(match[1] ?? '', 'base64')
    .toString()
    .split(':')
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
  return [decode(id), decode(secret)]
}

const refuseClient = (why: string): Refusal => new Refusal('invalid_client', why, 401)

/** The application's id, and which proof it brought with which secret. */
const readClient = (asked: MockRequest, given: URLSearchParams) => {
  const basic = readBasic(asked.headers['authorization'])
  const secret = given.get('client_secret')
  if (basic !== undefined && secret !== null)
    throw refuseClient('The client proves itself in two ways (RFC 6749 §2.3).')
  if (basic !== undefined) return { id: basic[0], proof: 'basic' as ClientProof, secret: basic[1] }
  const id = given.get('client_id') ?? ''
  const proof = secret === null ? 'none' : id === '' ? 'secret' : 'post'
  return { id, proof: proof as ClientProof, secret: secret ?? '' }
}

const authenticate = (
  plays: readonly ProviderMock[],
  asked: MockRequest,
): { readonly play: ProviderMock; readonly given: URLSearchParams } => {
  const fitting = plays.map((play) => ({ play, given: readParameters(play, asked) }))
  for (const { play, given } of fitting) {
    const { id, proof, secret } = readClient(asked, given)
    const known = credentialsOf(play.id)
    if (proof === 'secret' ? secret !== known.clientSecret : id !== known.clientId) continue
    if (!play.token.auth.includes(proof))
      throw refuseClient(`The client has to prove itself by ${play.token.auth.join(' or ')}, not by ${proof}.`)
    if (proof !== 'none' && secret !== known.clientSecret) throw refuseClient('The secret is wrong.')
    return { play, given }
  }
  throw refuseClient('Nobody knows this client.')
}

const demandParameters = ({ token }: ProviderMock, given: URLSearchParams): void => {
  for (const [name, value] of Object.entries(token.parameters ?? {})) {
    const sent = given.get(name)
    if (sent === null || (value !== '*' && sent !== value))
      throw new Refusal('invalid_request', `${name} has to be "${value}".`)
  }
}

const redeem = (grants: Grants, play: ProviderMock, given: URLSearchParams): Grant => {
  const grant = grants.takeCode(given.get('code') ?? '')
  if (grant === undefined || grant.play.id !== play.id)
    throw new Refusal('invalid_grant', 'The code is unknown or was used.')
  const redirectUri = given.get('redirect_uri')
  if (redirectUri !== null && redirectUri !== grant.redirectUri)
    throw new Refusal('invalid_grant', 'redirect_uri is another one.')
  if (grant.challenge === undefined) return grant
  const challenge = createHash('sha256')
    .update(given.get('code_verifier') ?? '')
    .digest('base64url')
  if (challenge !== grant.challenge) throw new Refusal('invalid_grant', 'code_verifier does not fit (RFC 7636 §4.6).')
  return grant
}

/** Exchange a code as the provider would. Throws a `Refusal`. */
export const answerToken = async (
  plays: readonly ProviderMock[],
  grants: Grants,
  keys: Keys,
  asked: MockRequest,
): Promise<{ readonly type: string; readonly body: unknown }> => {
  const { play, given } = authenticate(plays, asked)
  demandHeaders(play, play.token.headers, asked)
  demandParameters(play, given)
  const grant = redeem(grants, play, given)
  const { openid, token } = play
  const accessToken = grants.issueToken(grant)
  const standard: Json = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: `refresh-of-${grant.person.id}`,
    scope: grant.scope,
    ...(openid === undefined ? {} : { id_token: await signIdToken(keys, openid, grant) }),
  }
  return { type: token.type ?? 'application/json', body: token.answer?.(standard, grant.person) ?? standard }
}
