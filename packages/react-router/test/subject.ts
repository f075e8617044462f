import { developContract, serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

/** React Router, with its own server. `findApplication` is called when a check starts the application. */
export const subjectOf = (name: string, findApplication: () => string): Subject => ({
  name,
  types: {
    module: '@authwright/react-router',
    session: "Awaited<ReturnType<import('@authwright/react-router').ReactRouterAuthResult['auth']>>",
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
    'mount',
    'pages',
    'prerendering',
    'thrown-redirect',
    'web-response',
  ]),
  dataRequest: (path) => ({ path: `${path}.data` }),
  refuses: {
    'responds with 401 to a script that requests a protected page': 'its error boundary shows the status as a page',
    // The server of version 8 passes.
    ...(name === 'React Router 7' && {
      'names no other host after a malformed target, and goes on serving':
        'its server responds with 500 to a target that makes no URL',
    }),
    'names no other host after a malformed host, and goes on serving':
      'its server responds with 500 to a port that makes no URL',
    'responds with 413 to a body above the limit, with and without its length':
      'its server closes the connection if a body is not read to its end, often before the response is sent',
  },
  develop: (options) =>
    developContract(
      findApplication(),
      { config: 'app/auth.server.ts', page: 'app/routes/client.tsx' },
      options,
      (port) => ['node_modules/.bin/react-router', 'dev', '--host', '127.0.0.1', '--port', port, '--strictPort'],
    ),
  start: (options) =>
    serveContract(findApplication(), options, () => [
      'node_modules/.bin/react-router-serve',
      `build${options.mount ?? ''}/server/index.js`,
    ]),
})
