import { developContract, serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

/** TanStack Start, served by srvx. `findApplication` is called when a check starts the application. */
export const subjectOf = (findApplication: () => string): Subject => ({
  name: 'TanStack Start',
  types: {
    module: '@authwright/tanstack-start',
    session: "Awaited<ReturnType<import('@authwright/tanstack-start').TanStackAuthResult['auth']>>",
  },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'session-store',
    'development',
    'action',
    'data-request',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'pages',
    'prerendering',
    'thrown-redirect',
    'web-response',
  ]),
  dataRequest: () => ({
    path: '/_serverFn/getMembers_createServerFn_handler',
    headers: { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  }),
  refuses: {
    'names no other host after a malformed target, and goes on serving':
      'it redirects a path that begins with two slashes to one with one slash on its own host',
    'responds with 401 to a script that requests a protected page': 'its error component shows the status as a page',
  },
  develop: (options) =>
    developContract(
      findApplication(),
      { config: 'src/auth.server.ts', page: 'src/routes/client.tsx' },
      options,
      (port) => ['node_modules/.bin/vite', 'dev', '--host', '127.0.0.1', '--port', port, '--strictPort'],
    ),
  start: (options) =>
    serveContract(findApplication(), options, (port) => [
      'node_modules/.bin/srvx',
      '--prod',
      '--static=../client',
      '--host=127.0.0.1',
      `--port=${port}`,
      'dist/server/server.js',
    ]),
})
