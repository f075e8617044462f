import { developContract, serveContract, type Program } from '@authwright/test-kit/installed-application'
import type { ApplicationOptions, Subject } from '@authwright/testing/frameworks'
import { vite } from './support/app.ts'

const NO_UPDATE = 'it has no function that updates the session'

/** Settings of the server that SvelteKit builds for Node: its limit for bodies, and where scheme and host are. */
const settingsOf = ({ trustsProxy = false }: ApplicationOptions): Record<string, string> => ({
  BODY_SIZE_LIMIT: '2M',
  ...(trustsProxy
    ? { PROTOCOL_HEADER: 'x-forwarded-proto', HOST_HEADER: 'x-forwarded-host' }
    : { PROTOCOL_HEADER: 'x-own-scheme' }),
})

const server: Program = () => ['server.js']
const edited = { config: 'src/auth.ts', page: 'src/routes/client/+page.svelte' }

/** SvelteKit, built for Node. `findApplication` is called when a check starts the application. */
export const svelteKit = (findApplication: () => string): Subject => ({
  name: 'SvelteKit 3',
  types: { module: '@authwright/sveltekit', session: "Awaited<ReturnType<App.Locals['auth']>>" },
  has: new Set([
    'browser-build',
    'types',
    'action',
    'browser',
    'client',
    'data-request',
    'development',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'pages',
    'prerendering',
    'proxy-setting',
    'thrown-redirect',
    'web-response',
  ]),
  refuses: {
    C06: 'it refuses forms of other origins itself, unless `csrf.trustedOrigins` names them',
    C10: NO_UPDATE,
    C14: 'its `error` responds with a body of its own: `{ message }`, or the error page',
    C24: 'it fails to set a cookie on a Response whose headers cannot change',
    'takes scheme and host from a proxy that the application trusts, not from the client before it':
      'its settings for a proxy take the first host of a list',
    C29: 'it compares the origin of a form with `paths.origin`, which is part of the build, or with the host of the request',
    C33: 'it refuses PUT, PATCH and DELETE without a content type as forms of another site',
    'responds with 413 to a body above the limit, with and without its length':
      'its server closes the connection if a body without a length is not read to its end',
    C44: NO_UPDATE,
  },
  dataRequest: (path) => ({ path: `${path}/__data.json` }),
  start: (options) => serveContract(findApplication(), options, server, settingsOf(options)),
  develop: (options) => developContract(findApplication(), edited, options, vite('dev')),
})
