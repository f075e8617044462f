import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { configurationOf, type Client } from './identity-provider/configuration.ts'
import { interact } from './identity-provider/interaction.ts'
import { homePage } from './identity-provider/chooser-page.ts'
import { defaultUsers, picturePath, type ProviderUser } from './identity-provider/provider-users.ts'
import { picture } from './identity-provider/picture.ts'
import { startLoopback, type Handler } from './local-server/loopback.ts'
import { sendPage } from './local-server/render-page.ts'

export type { Client } from './identity-provider/configuration.ts'
export { defaultUsers, type ProviderUser } from './identity-provider/provider-users.ts'

/**
 * Options of `startIdentityProvider`.
 * @example
 * const options: IdentityProviderOptions = {
 *   port: 5184,
 *   clients: [{ clientId: 'demo', redirectUris: ['http://localhost:5173/auth/callback/local'] }],
 * }
 */
export interface IdentityProviderOptions {
  /**
   * The port. @default 0, a free port
   * @example port: 5184
   */
  readonly port?: number
  /**
   * The applications that users can sign in to.
   * @example clients: [{ clientId: 'demo', redirectUris: ['http://localhost:5173/auth/callback/local'] }]
   */
  readonly clients: readonly Client[]
  /**
   * The users who can sign in. @default three users, one of them with an unverified address
   * @example users: [...defaultUsers, { id: 'katherine', name: 'Katherine Johnson', email: 'katherine@example.org' }]
   */
  readonly users?: readonly ProviderUser[]
}

/**
 * A running identity provider.
 * @example
 * const local = ({ issuer }: IdentityProvider): OIDCConfig<Profile> => ({
 *   id: 'local',
 *   name: 'Local',
 *   type: 'oidc',
 *   issuer,
 *   clientId: 'demo',
 *   clientSecret: 'demo-secret',
 * })
 */
export interface IdentityProvider {
  /** `http://127.0.0.1:<port>`; discovery is at `/.well-known/openid-configuration`. */
  readonly issuer: string
  /**
   * Stops the provider.
   * @example
   * const provider = await startIdentityProvider({ clients: [] })
   * await provider.close()
   */
  readonly close: () => Promise<void>
}

/** Removes the provider's session cookie, so that each authorization shows the choice of a user. */
const forgetSession = (request: IncomingMessage): void => {
  const kept = (request.headers.cookie ?? '').split('; ').filter((cookie) => !/^_session(\.|=)/.test(cookie))
  if (kept.join('') === '') delete request.headers.cookie
  else request.headers.cookie = kept.join('; ')
}

const sendPicture = (response: ServerResponse, user: ProviderUser): void => {
  response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" })
  response.end(picture(user).text)
}

const handlerOf = (provider: Provider, users: readonly ProviderUser[], issuer: string): Handler => {
  const handleProtocol = provider.callback()
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/') return sendPage(response, 200, homePage(issuer, users))
    if (pathname.startsWith('/interaction/')) return interact(provider, users, request, response)
    const pictureUser = users.find((user) => picturePath(user) === pathname)
    if (pictureUser !== undefined) return sendPicture(response, pictureUser)
    forgetSession(request)
    return handleProtocol(request, response)
  }
}

/**
 * Starts a certified OpenID Provider on this machine: code flow, PKCE required, RS256, and a page on which one user is
 * chosen or the request is denied (`access_denied`). It has no passwords, so do not expose it to a network.
 *
 * @example
 * const redirectUris = ['http://localhost:5173/auth/callback/local']
 * const clients = [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }]
 * const provider = await startIdentityProvider({ clients })
 * await provider.close()
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<IdentityProvider> => {
  const users = options.users ?? defaultUsers
  const server = await startLoopback(options.port ?? 0, (origin) =>
    handlerOf(new Provider(origin, configurationOf(options.clients, users, origin)), users, origin),
  )
  return { issuer: server.origin, close: server.close }
}
