import { cpSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installTarballs, packAll, run } from '@authwright/test-kit/installed-application'
import { NEXT, TELEMETRY_OFF } from './subject.ts'

/** The modules of next-auth, and those that replace them. The first prefix that fits counts. */
export const RENAMED = {
  4: [
    ['next-auth/react', '@authwright/next/react'],
    ['next-auth/providers/', '@authwright/next/providers/'],
    ['next-auth/middleware', '@authwright/next/v4'],
    ['next-auth/jwt', '@authwright/next/v4'],
    ['next-auth/next', '@authwright/next/v4'],
    ['next-auth', '@authwright/next/v4'],
  ],
  5: [['next-auth', '@authwright/next']],
} as const

export type Version = keyof typeof RENAMED

const isSource = (path: string): boolean => /\.tsx?$/.test(path)

/** Renames the imports of an application. */
const renameImports = async (application: string, version: Version): Promise<void> => {
  const paths = (await readdir(application, { recursive: true })).filter(isSource)
  for (const path of paths) {
    const file = join(application, path)
    const text = await readFile(file, 'utf8')
    const renamed = text.replaceAll(/'(next-auth(?:\/[^']*)?)'/g, (quoted, name: string) => {
      const [from, to] = RENAMED[version].find(([prefix]) => name.startsWith(prefix)) ?? [name, name]
      return quoted.replace(from, to)
    })
    if (renamed !== text) await writeFile(file, renamed)
  }
}

const build = (application: string) => run(process.execPath, [NEXT, 'build'], application, TELEMETRY_OFF)

/** The two builds of an application: as its developer wrote it for next-auth, and after the migration. */
export interface Migration {
  readonly before: string
  readonly after: string
}

/**
 * Builds the application as it was published, and after the migration: with the imports renamed, and with the files of the folder `after`,
 * which the developer changes by hand.
 */
export const buildMigration = async (folder: string, version: Version): Promise<Migration> => {
  const source = join(import.meta.dirname, `app-from-next-auth-${version}`)
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  const filter = (path: string): boolean => !/\/(?:after|\.next|node_modules)(?:\/|$)/.test(path.slice(source.length))
  await Promise.all([before, after].map((target) => cp(source, target, { recursive: true, filter })))
  await renameImports(after, version)
  await cp(join(source, 'after'), after, { recursive: true })
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], before)
  // What both have is not installed twice: a copy takes a tenth of the time. npm removes the package whose imports were renamed.
  cpSync(join(before, 'node_modules'), join(after, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  await run('npm', ['uninstall', '--no-audit', '--no-fund', '--prefer-offline', 'next-auth'], after)
  await installTarballs(after, await packAll(folder, ['client', 'core', 'next', 'node']))
  // One after the other: each build keeps all cores busy.
  for (const application of [before, after]) await build(application)
  return { before, after }
}
