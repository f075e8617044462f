import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  serve,
  type Program,
  type RunningApp,
} from './installed-application.ts'

/** An application that uses another library, and how its developer moves it to one of our packages. */
export interface Move {
  /** The folder of the application, with the other library in its lockfile. */
  readonly application: string
  /** Our packages that it gets. */
  readonly packages: readonly string[]
  /** What the developer changes in a file. */
  readonly change: (text: string, name: string) => string
  /** Builds it. Some libraries write variables of the server into the build. */
  readonly build: (folder: string, variables: Readonly<Record<string, string>>) => Promise<unknown>
  /** Starts the built application. */
  readonly program: Program
  readonly environment?: Readonly<Record<string, string>>
}

/** The application as it is, and after the changes. */
export type Stage = 'before' | 'after'

/** Both applications, after the hooks of `withMovedApplication`. */
export interface MovedApplication {
  readonly folderOf: (stage: Stage) => string
  /** Serves an application until the test ends. */
  readonly start: (stage: Stage) => Promise<RunningApp>
}

const changeFiles = async (application: string, change: Move['change']): Promise<void> => {
  const files = await readdir(application, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter((file) => file.isFile() && !file.name.endsWith('.json'))) {
    const path = join(parentPath, name)
    await writeFile(path, change(await readFile(path, 'utf8'), name))
  }
}

/**
 * Installs and builds an application before and after its move, which share one folder `node_modules`, before the tests of a file.
 *
 * @example
 * const { start } = withMovedApplication({ application, packages: ['core', 'qwik'], change, build, program })
 */
export const withMovedApplication = ({ application, packages, change, build, ...running }: Move): MovedApplication => {
  const variables = {
    AUTH_SECRET: 'a secret of the tests, long enough to be one',
    AUTH_TRUST_HOST: 'true',
    ...running.environment,
  }
  let folder: string
  const folderOf = (stage: Stage): string => join(folder, stage)

  beforeAll(async () => {
    folder = await makeFolder()
    const [before, after] = [folderOf('before'), folderOf('after')]
    await cp(application, before, { recursive: true })
    await installTarballs(before, await packAll(folder, packages))
    await cp(before, after, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
    await changeFiles(after, change)
    await symlink(join(before, 'node_modules'), join(after, 'node_modules'))
    for (const each of [before, after]) await build(each, variables)
  })

  afterAll(() => removeFolder(folder))

  return {
    folderOf,
    start: async (stage) => {
      const site = await serve(folderOf(stage), variables, running.program)
      onTestFinished(() => site.stop())
      return site
    },
  }
}
