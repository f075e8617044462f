import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { listTracked } from '../git.ts'
import { frameworkOf, installCommand, readDependencies } from '../application/frameworks.ts'
import type { Project } from './check.ts'

/** The package.json of a package. Its `exports` may lack the file, so the folders are searched too. */
const manifestOf = (from: string, name: string): string | undefined => {
  const require = createRequire(from)
  try {
    return realpathSync(require.resolve(`${name}/package.json`))
  } catch {
    const folders = require.resolve.paths(name) ?? []
    const found = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path))
    return found === undefined ? undefined : realpathSync(found)
  }
}

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** The folders from which the application and its packages of Authwright load `@authwright/core`. */
const findCopies = (manifest: string, dependencies: Readonly<Record<string, string>>): readonly string[] => {
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@authwright/'))
  const from = [manifest, ...ours.flatMap((name) => manifestOf(manifest, name) ?? [])]
  const found = from.flatMap((path) => manifestOf(path, '@authwright/core') ?? [])
  return [...new Set(found.map((path) => dirname(path)))]
}

/** A file of variables, unless its name says that its values are samples. */
const isEnvFile = (path: string): boolean =>
  /(?:^|\/)\.env(?:\.[\w.]+)?$/.test(path) && !/example|sample|template/.test(path)

/** Reads what the checks need of the application's folder. Nothing is written. */
export const readProject = (cwd: string): Project => {
  const manifest = join(cwd, 'package.json')
  const dependencies = readDependencies(cwd)
  const tracked = listTracked(cwd).filter(isEnvFile)
  return {
    framework: frameworkOf(dependencies)?.id,
    dependencies,
    read: (path) => readText(join(cwd, path)),
    versionOf: (name) => {
      const path = manifestOf(manifest, name)
      return path === undefined
        ? undefined
        : String((JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown }).version)
    },
    install: (packages, devDependency) => installCommand(cwd, packages, devDependency),
    coreCopies: findCopies(manifest, dependencies),
    trackedEnvFiles: Object.fromEntries(tracked.map((path) => [path, readText(join(cwd, path)) ?? ''])),
  }
}
