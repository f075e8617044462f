import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  developContract,
  installedModules,
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  serveContract,
  type Program,
} from '@authwright/test-kit/installed-application'
import type { ApplicationOptions } from '@authwright/testing/frameworks'

const NUXT = 'node_modules/nuxt/bin/nuxt.mjs'
const TELEMETRY_OFF = { NUXT_TELEMETRY_DISABLED: '1' }

const builtServer: Program = () => ['.output/server/index.mjs']

/** The test application and the example, installed from the tarballs and built without a secret. */
export interface Installed {
  readonly application: string
  readonly serve: (options: ApplicationOptions) => ReturnType<typeof serveContract>
  readonly develop: (options: ApplicationOptions) => ReturnType<typeof developContract>
  readonly serveExample: () => ReturnType<typeof serve>
  /** Builds the example with another `server/auth.ts`, or without one. */
  readonly rebuildExample: (config: string | undefined) => Promise<string>
  /** The errors of the compiler in the test application, and in the example with a callback `session`. */
  readonly checkTypes: () => Promise<string>
  readonly remove: () => Promise<void>
}

export const install = async (): Promise<Installed> => {
  const folder = await makeFolder()
  const application = join(folder, 'app')
  const example = join(folder, 'example')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await cp(join(import.meta.dirname, '../../../examples/nuxt'), example, {
    recursive: true,
    filter: (path) => !/node_modules|\.nuxt|\.output/.test(path),
  })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'node', 'nuxt']))
  await symlink(join(application, 'node_modules'), join(example, 'node_modules'))
  await symlink(join(installedModules, 'typescript'), join(application, 'node_modules/typescript'))
  // Both builds keep files in the one folder `node_modules`, so they follow each other.
  for (const cwd of [application, example]) await run(process.execPath, [NUXT, 'build'], cwd, TELEMETRY_OFF)
  return {
    application,
    serve: (options) =>
      serveContract(application, options, builtServer, {
        NUXT_AUTHWRIGHT_TRUST_PROXY: String(options.trustsProxy ?? false),
        ...(options.mount === undefined ? {} : { NUXT_APP_BASE_URL: options.mount }),
      }),
    develop: (options) =>
      developContract(
        application,
        { config: 'server/auth.ts', page: 'app/pages/client.vue' },
        options,
        (port) => [NUXT, 'dev', '--no-fork', '--host', '127.0.0.1', '--port', port],
        TELEMETRY_OFF,
      ),
    serveExample: () =>
      serve(example, { AUTH_SECRET: 'a secret of the tests, long enough', AUTH_TRUST_HOST: 'true' }, builtServer),
    rebuildExample: async (text) => {
      const config = join(example, 'server/auth.ts')
      await (text === undefined ? rm(config) : writeFile(config, text))
      return run(process.execPath, [NUXT, 'build'], example, TELEMETRY_OFF)
    },
    checkTypes: async () => {
      const config = join(example, 'server/auth.ts')
      const callbacks = 'callbacks: { session: ({ session }) => ({ ...session, team: 7 }) },'
      await writeFile(config, (await readFile(config, 'utf8')).replace('providers:', `${callbacks}\n  providers:`))
      const [onServer, inBrowser] = [join(example, 'server/team.ts'), join(example, 'app/team.ts')]
      await writeFile(
        onServer,
        "import { getServerSession } from '@authwright/nuxt/server'\n" +
          'export const teamOf = async (event: Parameters<typeof getServerSession>[0]): Promise<number | undefined> =>\n' +
          '  (await getServerSession(event))?.team\n',
      )
      await writeFile(inBrowser, 'export const useTeam = (): number | undefined => useAuth().data.value?.team\n')
      const compile = (cwd: string, part: 'app' | 'server') =>
        run('tsc', ['--noEmit', '--project', `.nuxt/tsconfig.${part}.json`], cwd)
      return (
        (await compile(application, 'server')) + (await compile(example, 'server')) + (await compile(example, 'app'))
      )
    },
    remove: () => removeFolder(folder),
  }
}
