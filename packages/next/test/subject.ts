import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  developContract,
  installTarballs,
  makeFolder,
  packAll,
  run,
  serveContract,
  type Program,
} from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

export const NEXT = 'node_modules/next/dist/bin/next'
export const TELEMETRY_OFF = { NEXT_TELEMETRY_DISABLED: '1' }
const edited = { config: 'auth.ts', page: 'app/client/client.tsx' }

const developmentServer: Program = (port) => [NEXT, 'dev', '-H', '127.0.0.1', '-p', port]

/** Starts the built application. */
export const server: Program = (port) => [NEXT, 'start', '-H', '127.0.0.1', '-p', port]

/** The path below which the second build has all of its pages, and the variable of `next.config.ts` that sets it. */
const BELOW = { CONTRACT_BASE: '/shop' }

const sources = (name: string): string => join(import.meta.dirname, name)

/** Builds the application below a path, with its proxy and one of its route handlers on the Edge Runtime. */
const buildBelow = async (application: string): Promise<void> => {
  await rm(join(application, 'proxy.ts'))
  await cp(sources('app-edge'), application, { recursive: true })
  await run(process.execPath, [NEXT, 'build'], application, { ...TELEMETRY_OFF, ...BELOW })
  for (const path of ['auth-edge.ts', 'middleware.ts', 'app/edge'])
    await rm(join(application, path), { recursive: true })
  // Next adds the types of a build to tsconfig.json.
  for (const file of ['proxy.ts', 'tsconfig.json']) await cp(sources(`app/${file}`), join(application, file))
  await rm(join(application, 'next-env.d.ts'), { force: true })
}

/** A folder with the test application, which is installed from the tarballs and built twice, without a secret. */
export const buildApplication = async (packages: readonly string[]): Promise<string> => {
  const folder = await makeFolder()
  const application = join(folder, 'app')
  const [tarballs] = await Promise.all([
    packAll(folder, packages),
    cp(sources('app'), application, { recursive: true }),
  ])
  await installTarballs(application, tarballs)
  await buildBelow(application)
  await run(process.execPath, [NEXT, 'build'], application, TELEMETRY_OFF)
  return folder
}

/** The application of the framework contract, built in a folder. */
export const next = (findFolder: () => string): Subject => ({
  name: 'Next.js 16',
  types: {
    module: '@authwright/next',
    session: "Awaited<ReturnType<import('@authwright/next').NextAuthResult['auth']>>",
  },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'development',
    'session-store',
    'action',
    'data-request',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'mount',
    'pages',
    'prerendering',
    'thrown-redirect',
    'proxy-setting',
    'web-response',
  ]),
  start: (options) =>
    serveContract(join(findFolder(), 'app'), options, server, {
      ...TELEMETRY_OFF,
      ...(options.mount === undefined ? {} : BELOW),
    }),
  develop: (options) => developContract(join(findFolder(), 'app'), edited, options, developmentServer, TELEMETRY_OFF),
  // The parameter is a digest of the router's headers, of which this request has none.
  dataRequest: (path) => ({ path: `${path}?_rsc`, headers: { rsc: '1' } }),
  refuses: {
    'reads a session in the database once per request':
      'its proxy and its pages are separate: each of them reads the session once',
    C03: 'headers of the proxy and of next.config have priority over those of a route handler',
    C33: 'it responds itself to methods that a route file does not export',
    'responds with 401 to a script that requests a protected page': 'a page cannot choose this status, and redirects',
    "leaves errors of the application to the application's error page": 'it renders error pages in the browser',
    'takes no scheme and host from the headers of a proxy that the application does not trust':
      'it shows no difference between its own forwarding headers and those of a proxy; AUTH_TRUST_HOST trusts both',
    'names no other host after a malformed target, and goes on serving':
      'it redirects such a target to a path of its own host itself',
    'leaves other paths below the base path to the application': 'a route file serves all paths below its own',
  },
})
