import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developContract, serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

/** The id of the server function of a page. It depends on the folder of the application. */
const findServerFunction = (application: string, page: string): string => {
  const scripts = join(application, '.output/public/_build/assets')
  const [script = ''] = readdirSync(scripts).filter((name) => name.startsWith(`${page.slice(1)}-`))
  const [id] = /[\da-f]+-\d+(?=[`'"])/.exec(readFileSync(join(scripts, script), 'utf8')) ?? []
  if (id === undefined) throw new Error(`There is no server function in ${script}`)
  return id
}

/** SolidStart, served by Nitro. `findApplication` is called when a check starts the application. */
export const subjectOf = (findApplication: () => string): Subject => ({
  name: 'SolidStart 2',
  types: {
    module: '@authwright/solid-start',
    session: "Awaited<ReturnType<import('@authwright/solid-start').SolidStartAuthResult['auth']>>",
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
    'web-response',
  ]),
  dataRequest: (page) => {
    const id = findServerFunction(findApplication(), page)
    return { path: `/_server?id=${id}`, headers: { 'x-server-id': id, 'x-server-instance': 'server-fn:0' } }
  },
  refuses: {
    'sends no code of the server to browsers':
      'it keeps in the code of a page what the same file imports for its API routes',
    'responds with 401 to a script that requests a protected page': 'its error boundary shows the status as a page',
  },
  develop: (options) =>
    developContract(findApplication(), { config: 'src/auth.ts', page: 'src/routes/client.tsx' }, options, (port) => [
      'node_modules/.bin/vite',
      'dev',
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--strictPort',
    ]),
  start: (options) =>
    serveContract(findApplication(), options, () => [`.output${options.mount ?? ''}/server/index.mjs`]),
})
