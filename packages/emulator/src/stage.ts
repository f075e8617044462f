import type { ServerResponse } from 'node:http'
import { authorize } from './authorize.ts'
import { sendAnswer } from './exchange.ts'
import type { Grants } from './grants.ts'
import { discoveryAddress, keysAddress, metadataOf, signAnswer, type Keys } from './openid.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { answerResource, findGrant, fitResource } from './resource.ts'
import { Refusal } from './refusal.ts'
import { answerToken } from './token.ts'

/** All that is played, and what it remembers. */
export interface Stage {
  readonly plays: readonly ProviderMock[]
  readonly grants: Grants
  readonly keys: Keys
}

const JSON_TYPE = 'application/json'

const standsAt = (address: URL, written: string): boolean => {
  const url = new URL(written)
  return url.host === address.host && url.pathname === address.pathname
}

/** A document of an OpenID Provider: its discovery document or its keys. */
const findDocument = ({ plays, keys }: Stage, address: URL): unknown => {
  for (const play of plays) {
    const { openid } = play
    if (openid === undefined) continue
    if (standsAt(address, discoveryAddress(openid))) return metadataOf(play, openid)
    if (standsAt(address, keysAddress(openid))) return keys.published
  }
  return undefined
}

const ask = async (
  { plays, grants, keys }: Stage,
  address: URL,
  asked: MockRequest,
): Promise<{ type: string; body: unknown } | undefined> => {
  let stands = false
  for (const resource of plays.flatMap(({ resources = [] }) => resources)) {
    const path = fitResource(resource, address)
    if (path === undefined) continue
    stands = true
    const grant = findGrant(grants, resource, { ...asked, path })
    if (grant === undefined) continue
    const body = answerResource(resource, grant, { ...asked, path })
    if (resource.signed === true) return { type: 'application/jwt', body: await signAnswer(keys, grant, body) }
    return { type: resource.type ?? JSON_TYPE, body }
  }
  if (stands) throw new Refusal('invalid_token', 'The access token is unknown.', 401)
  return undefined
}

/** Answer a request for an address of one of the providers. Throws a `Refusal`. */
export const play = async (stage: Stage, address: URL, asked: MockRequest, response: ServerResponse): Promise<void> => {
  const { plays, grants, keys } = stage
  const authorizing = plays.filter(({ authorization }) => standsAt(address, authorization.url))
  const asks = asked.query.has('client_id') && asked.query.has('redirect_uri')
  if (authorizing.length > 0 && asks) return authorize(authorizing, grants, asked, response)
  const granting = plays.filter(({ token }) => standsAt(address, token.url))
  if (granting.length > 0) {
    const { type, body } = await answerToken(granting, grants, keys, asked)
    return sendAnswer(response, 200, type, body)
  }
  const document = findDocument(stage, address)
  if (document !== undefined) return sendAnswer(response, 200, JSON_TYPE, document)
  const found = await ask(stage, address, asked)
  if (found === undefined) throw new Refusal('not_found', `No provider has anything at ${address.href}.`, 404)
  sendAnswer(response, 200, found.type, found.body)
}
