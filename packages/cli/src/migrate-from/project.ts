import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../command.ts'
import { isCode } from './syntax.ts'

const isRead = (path: string): boolean => isCode(path) || basename(path) === 'package.json'

const isSkippedFolder = (name: string): boolean => name === 'node_modules' || name.startsWith('.')

/** Without git: every file that is not below `node_modules` or a hidden folder. */
const walkFolder = (cwd: string, path: string): readonly string[] => {
  if (!statSync(join(cwd, path)).isDirectory()) return [path]
  return readdirSync(join(cwd, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === '.' ? entry.name : join(path, entry.name)
    if (entry.isDirectory()) return isSkippedFolder(entry.name) ? [] : walkFolder(cwd, inner)
    return [inner]
  })
}

/**
 * The code and the manifests below the paths, relative to `cwd`. In a git repository, without the files that git
 * ignores.
 */
export const listFiles = (cwd: string, paths: readonly string[]): readonly string[] => {
  for (const path of paths) if (!existsSync(join(cwd, path))) throw new UsageError(`${path} does not exist`)
  const starts = paths.length === 0 ? ['.'] : paths
  const git = spawnSync('git', ['ls-files', '-coz', '--exclude-standard', '--', ...starts], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const listed = git.status === 0 ? git.stdout.split('\0') : starts.flatMap((path) => walkFolder(cwd, path))
  const isFile = (path: string): boolean => lstatSync(join(cwd, path), { throwIfNoEntry: false })?.isFile() ?? false
  return [...new Set(listed)]
    .filter((path) => isRead(path) && !path.split('/').includes('node_modules') && isFile(path))
    .toSorted()
}

/** The folder of the package that a file belongs to: the nearest folder with a package.json, up to `cwd`. */
export const packageFolderOf = (cwd: string, path: string): string => {
  const folder = dirname(path)
  return folder === '.' || existsSync(join(cwd, folder, 'package.json')) ? folder : packageFolderOf(cwd, folder)
}
