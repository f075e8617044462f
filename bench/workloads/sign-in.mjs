// The two halves of a sign-in at a provider, through each library's own handler: `POST /signin/<id>`, which sends the
// browser to the provider, and `GET /callback/<id>`, which takes it back and signs it in.
import { Auth as PeerAuth, customFetch as peerFetch } from '@auth/core'
import { Auth, customFetch } from '../../packages/core/dist/index.js'
import { comeBack, enters, keep, visit } from '../browser.mjs'
import { insist, oauth, openId, ORIGIN, quiet, SECRET } from '../fixtures.mjs'
import { ISSUER, makeIdentityProvider } from '../identity-provider.mjs'

const kinds = /** @type {const} */ ({ 'OAuth 2.0': oauth, 'OpenID Connect': openId })

/** @typedef {import('../browser.mjs').Handle} Handle */

/** @typedef {ReturnType<typeof makeIdentityProvider>} IdentityProvider */

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: quiet }

/** What is set up before a request comes, by who it is. @type {Record<string, (written: any, idp: IdentityProvider) => Handle>} */
const libraries = {
  '@auth/core': (written, idp) => {
    const config = { ...common, providers: [{ ...written, [peerFetch]: idp.fetch }] }
    return (request) => PeerAuth(request, config)
  },
  Authwright: (written, idp) => {
    const config = { ...common, providers: [{ ...written, [customFetch]: idp.fetch }] }
    return (request) => Auth(request, config)
  },
  'Authwright, config made anew for each request': (written, idp) => (request) =>
    Auth(request, { ...common, providers: [{ ...written, [customFetch]: idp.fetch }] }),
}

/** @param {Response} response @param {string} who */
const leaves = (response, who) => {
  const location = response.headers.get('location') ?? ''
  const asked = new URL(location, ORIGIN).searchParams
  const right = location.startsWith(`${ISSUER}/authorize?`) && asked.get('code_challenge_method') === 'S256'
  insist(response.status === 302 && right, `${who}: ${response.status} ${location}`)
  return asked
}

/** Calls to the provider that one operation makes once all is warm. @param {() => Promise<Response>} run @param {IdentityProvider} idp */
const callsOf = async (run, idp) => {
  await run()
  idp.calls()
  await run()
  return idp.calls()
}

/**
 * @param {'start' | 'callback'} half
 * @param {string} who
 * @param {keyof typeof kinds} kind
 */
const entryOf = async (half, who, kind) => {
  const idp = makeIdentityProvider()
  const written = kinds[kind]
  const handle = libraries[who]?.(written, idp)
  if (handle === undefined) throw new Error(who)
  const { jar, start } = await visit(handle, written.id)
  const begun = await start()
  const asked = leaves(begun, who)
  keep(begun, jar)
  if (written.type === 'oidc') await idp.expect(asked.get('nonce'))
  const finish = () => comeBack(handle, written.id, jar, asked.get('state'))
  const run = half === 'start' ? start : finish
  const calls = await callsOf(run, idp)
  return {
    name: `${kind}: ${who} (${calls} ${calls === 1 ? 'call' : 'calls'})`,
    kind,
    who,
    run,
    check: async () => {
      const judge = half === 'start' ? leaves : enters
      judge(await run(), who)
    },
  }
}

/** @param {'start' | 'callback'} half @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
const entriesOf = async (half) => {
  const made = await Promise.all(
    Object.keys(libraries).flatMap((who) =>
      /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds)).map((kind) => entryOf(half, who, kind)),
    ),
  )
  const peers = new Map(made.filter(({ who }) => who === '@auth/core').map(({ kind, name }) => [kind, name]))
  const floor = {
    name: 'floor: Request in, redirect out',
    run: async () => {
      new Request(`${ORIGIN}/auth/callback/oauth`).headers.get('cookie')
      return new Response(null, { status: 302, headers: { location: ORIGIN } })
    },
    check: async () => {},
  }
  const rows = Object.keys(kinds).flatMap((kind) => made.filter((entry) => entry.kind === kind))
  return [
    floor,
    ...rows.map(({ name, kind, who, run, check }) => {
      const peer = who === '@auth/core' ? undefined : peers.get(kind)
      return { name, run, check, ...(peer === undefined ? {} : { against: peer }) }
    }),
  ]
}

export const start = { title: 'Sign-in: POST /signin/<provider>', entries: () => entriesOf('start') }
export const callback = { title: 'Sign-in: GET /callback/<provider>', entries: () => entriesOf('callback') }
