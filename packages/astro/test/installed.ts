import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  installedModules,
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  type Program,
} from '@authwright/test-kit/installed-application'

const ASTRO = 'node_modules/astro/bin/astro.mjs'
const TELEMETRY_OFF = { ASTRO_TELEMETRY_DISABLED: '1' }

/** The test application, installed from the tarballs and built without a secret. */
export interface Installed {
  readonly application: string
  /** The errors of the compiler in the test application, and in the example with a callback `session`. */
  readonly checkTypes: () => Promise<string>
  /** The example, in Astro's development server. */
  readonly serveExample: () => ReturnType<typeof serve>
  readonly remove: () => Promise<void>
}

/** What the build below the path `/shop` wrote, or the other one. */
export const builtServer =
  (isBelow: boolean): Program =>
  () => [`${isBelow ? 'dist-below' : 'dist'}/server/entry.mjs`]

export const devServer: Program = (port) => [ASTRO, 'dev', '--host', '127.0.0.1', '--port', port]

export const install = async (): Promise<Installed> => {
  const folder = await makeFolder()
  const application = join(folder, 'app')
  const example = join(folder, 'example')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await cp(join(import.meta.dirname, '../../../examples/astro'), example, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'astro']))
  await symlink(join(application, 'node_modules'), join(example, 'node_modules'))
  await symlink(join(installedModules, 'typescript'), join(application, 'node_modules/typescript'))
  const astro = (command: string, cwd: string, more = {}) =>
    run(process.execPath, [ASTRO, command], cwd, { ...TELEMETRY_OFF, ...more })
  await astro('build', application)
  await astro('build', application, { CONTRACT_BASE: '/shop' })
  return {
    application,
    checkTypes: async () => {
      const config = join(example, 'auth.config.ts')
      const callbacks = 'callbacks: { session: ({ session }) => ({ ...session, team: 7 }) },'
      await writeFile(config, (await readFile(config, 'utf8')).replace('providers:', `${callbacks}\n  providers:`))
      await writeFile(
        join(example, 'src/team.ts'),
        'export const teamOf = async ({ auth }: App.Locals): Promise<number | undefined> => (await auth())?.team\n',
      )
      await astro('sync', example)
      const compile = (cwd: string) => run('tsc', ['--noEmit', '--project', cwd], cwd)
      return (await Promise.all([compile(application), compile(example)])).join('')
    },
    serveExample: () => serve(example, TELEMETRY_OFF, devServer),
    remove: () => removeFolder(folder),
  }
}
