// The two requests of a sign-in at a provider, through the request handler of each library: `POST /signin/<id>` redirects the
// browser to the provider, and `GET /callback/<id>` completes the sign-in.
import { Auth as PeerAuth, customFetch as peerFetch } from '@auth/core'
import { Auth, customFetch } from '../../packages/core/dist/index.js'
import { checkSignedIn, openForm, requestCallback, storeCookies } from '../browser.mjs'
import { assert, oauth, openId, ORIGIN, SECRET, silentLogger } from '../fixtures.mjs'
import { ISSUER, makeIdentityProvider } from '../identity-provider.mjs'

const kinds = /** @type {const} */ ({ 'OAuth 2.0': oauth, 'OpenID Connect': openId })

/** @typedef {import('../browser.mjs').Handle} Handle */

/** @typedef {ReturnType<typeof makeIdentityProvider>} IdentityProvider */

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: silentLogger }

/** Creates the request handler of each library. @type {Record<string, (given: any, idp: IdentityProvider) => Handle>} */
const libraries = {
  '@auth/core': (given, idp) => {
    const config = { ...common, providers: [{ ...given, [peerFetch]: idp.fetch }] }
    return (request) => PeerAuth(request, config)
  },
  Authwright: (given, idp) => {
    const config = { ...common, providers: [{ ...given, [customFetch]: idp.fetch }] }
    return (request) => Auth(request, config)
  },
  'Authwright, new config object per request': (given, idp) => (request) =>
    Auth(request, { ...common, providers: [{ ...given, [customFetch]: idp.fetch }] }),
}

/** @param {Response} response @param {string} who */
const checkRedirect = (response, who) => {
  const location = response.headers.get('location') ?? ''
  const parameters = new URL(location, ORIGIN).searchParams
  const right = location.startsWith(`${ISSUER}/authorize?`) && parameters.get('code_challenge_method') === 'S256'
  assert(response.status === 302 && right, `${who}: ${response.status} ${location}`)
  return parameters
}

/** The number of calls to the provider per operation, after the first one. @param {() => Promise<Response>} run @param {IdentityProvider} idp */
const countCalls = async (run, idp) => {
  await run()
  idp.takeCalls()
  await run()
  return idp.takeCalls()
}

/**
 * @param {'start' | 'callback'} half
 * @param {string} who
 * @param {keyof typeof kinds} kind
 */
const makeEntry = async (half, who, kind) => {
  const idp = makeIdentityProvider()
  const given = kinds[kind]
  const handle = libraries[who]?.(given, idp)
  if (handle === undefined) throw new Error(who)
  const { jar, start } = await openForm(handle, given.id)
  const response = await start()
  const parameters = checkRedirect(response, who)
  storeCookies(response, jar)
  if (given.type === 'oidc') await idp.setNonce(parameters.get('nonce'))
  const finish = () => requestCallback(handle, given.id, jar, parameters.get('state'))
  const run = half === 'start' ? start : finish
  const calls = await countCalls(run, idp)
  return {
    name: `${kind}: ${who} (${calls} ${calls === 1 ? 'call' : 'calls'})`,
    kind,
    who,
    run,
    check: async () => {
      const checkResponse = half === 'start' ? checkRedirect : checkSignedIn
      checkResponse(await run(), who)
    },
  }
}

/** @param {'start' | 'callback'} half @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
const makeEntries = async (half) => {
  const measured = await Promise.all(
    Object.keys(libraries).flatMap((who) =>
      /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds)).map((kind) => makeEntry(half, who, kind)),
    ),
  )
  const peers = new Map(measured.filter(({ who }) => who === '@auth/core').map(({ kind, name }) => [kind, name]))
  const floor = {
    name: 'floor: Request in, redirect out',
    run: async () => {
      new Request(`${ORIGIN}/auth/callback/oauth`).headers.get('cookie')
      return new Response(null, { status: 302, headers: { location: ORIGIN } })
    },
    check: async () => {},
  }
  const rows = Object.keys(kinds).flatMap((kind) => measured.filter((entry) => entry.kind === kind))
  return [
    floor,
    ...rows.map(({ name, kind, who, run, check }) => {
      const peer = who === '@auth/core' ? undefined : peers.get(kind)
      return { name, run, check, ...(peer === undefined ? {} : { against: peer }) }
    }),
  ]
}

export const start = { title: 'Sign-in: POST /signin/<provider>', entries: () => makeEntries('start') }
export const callback = { title: 'Sign-in: GET /callback/<provider>', entries: () => makeEntries('callback') }
