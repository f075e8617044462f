import { developContract, serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

/** Qwik City, served by `node:http`. `findApplication` is called when a check starts the application. */
export const subjectOf = (findApplication: () => string): Subject => ({
  name: 'Qwik City',
  types: {
    module: '@authwright/qwik',
    session: "Awaited<ReturnType<import('@authwright/qwik').QwikAuthResult['auth']>>",
  },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'session-store',
    'action',
    'data-request',
    'development',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'http2',
    'pages',
    'prerendering',
    'thrown-redirect',
    'proxy-setting',
    'request-timeout',
    'web-response',
  ]),
  dataRequest: (path) => ({ path: `${path}/q-data.json` }),
  refuses: {
    'names no other host after a malformed target, and goes on serving':
      'it collapses repeated slashes, and shows the path of a page that it does not have in a header',
  },
  develop: (options) =>
    developContract(
      findApplication(),
      { config: 'src/contract.ts', page: 'src/routes/client/index.tsx' },
      options,
      (port) => [
        'node_modules/vite/bin/vite.js',
        '--mode',
        'ssr',
        '--host',
        '127.0.0.1',
        '--port',
        port,
        '--strictPort',
      ],
    ),
  start: async (options) => {
    const running = await serveContract(findApplication(), options, () => ['server/entry.node.js'])
    return { ...running, isHttp2: options.isHttp2 ?? false }
  },
})
