import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { configurationOf, type Client } from './identity-provider/configuration.ts'
import { interact } from './identity-provider/interaction.ts'
import { homePage } from './identity-provider/pages.ts'
import { defaultPeople, picturePath, type Person } from './identity-provider/people.ts'
import { picture } from './identity-provider/picture.ts'
import { startLoopback, type Handler } from './local-server/loopback.ts'
import { sendPage } from './local-server/page.ts'

export type { Client } from './identity-provider/configuration.ts'
export { defaultPeople, type Person } from './identity-provider/people.ts'

/** How an identity provider is started. */
export interface IdentityProviderOptions {
  /** @default 0, a free one */
  readonly port?: number
  readonly clients: readonly Client[]
  /** Who may sign in. @default three people, one of them without a verified address */
  readonly people?: readonly Person[]
}

/** A running identity provider. */
export interface IdentityProvider {
  /** `http://127.0.0.1:<port>`; discovery is at `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly close: () => Promise<void>
}

/** Drops the provider's own session, so that each authorization begins with the choice of a person. */
const forgetSession = (request: IncomingMessage): void => {
  const kept = (request.headers.cookie ?? '').split('; ').filter((cookie) => !/^_session(\.|=)/.test(cookie))
  if (kept.join('') === '') delete request.headers.cookie
  else request.headers.cookie = kept.join('; ')
}

const sendPicture = (response: ServerResponse, person: Person): void => {
  response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" })
  response.end(picture(person).text)
}

const handlerOf = (provider: Provider, people: readonly Person[], issuer: string): Handler => {
  const answerProtocol = provider.callback()
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/') return sendPage(response, 200, homePage(issuer, people))
    if (pathname.startsWith('/interaction/')) return interact(provider, people, request, response)
    const pictured = people.find((person) => picturePath(person) === pathname)
    if (pictured !== undefined) return sendPicture(response, pictured)
    forgetSession(request)
    return answerProtocol(request, response)
  }
}

/**
 * Starts a certified OpenID Provider on this machine: code flow, PKCE required, RS256, and a page on which one person is chosen or the
 * request is denied (`access_denied`). There are no passwords; do not show it to a network.
 *
 * @example
 * const redirectUris = ['http://localhost:5173/auth/callback/local']
 * const provider = await startIdentityProvider({ clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }] })
 * await provider.close()
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<IdentityProvider> => {
  const people = options.people ?? defaultPeople
  const server = await startLoopback(options.port ?? 0, (origin) =>
    handlerOf(new Provider(origin, configurationOf(options.clients, people, origin)), people, origin),
  )
  return { issuer: server.origin, close: server.close }
}
