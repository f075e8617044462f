import { developContract, serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'
import { builtServer, devServer } from './installed.ts'

const edited = { config: 'auth.config.ts', page: 'src/pages/client.astro' }

/** Astro, built for Node. `findApplication` is called when a check starts the application. */
export const astroSubject = (findApplication: () => string): Subject => ({
  name: 'Astro 7',
  types: { module: '@authwright/astro', session: "Awaited<ReturnType<App.Locals['auth']>>" },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'development',
    'session-store',
    'action',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'mount',
    'pages',
    'prerendering',
    'web-response',
  ]),
  refuses: {
    'takes scheme and host from a proxy that the application trusts, not from the client before it':
      'its setting for a proxy, `security.allowedDomains`, is part of the build, and takes the first host of a list',
    'names no other host after a Host with a user name, and goes on serving':
      'its server responds with 500 before it calls a middleware',
  },
  start: (options) => serveContract(findApplication(), options, builtServer(options.mount !== undefined)),
  develop: (options) =>
    developContract(findApplication(), edited, options, devServer, { ASTRO_TELEMETRY_DISABLED: '1' }),
})
