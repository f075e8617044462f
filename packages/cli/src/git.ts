import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const git = (cwd: string, ...args: readonly string[]): number | null =>
  spawnSync('git', args, { cwd, stdio: 'ignore' }).status

/** Whether a file is part of the git repository, so that a commit would publish what it contains. */
export const isTracked = (cwd: string, path: string): boolean =>
  git(cwd, 'ls-files', '--error-unmatch', '--', path) === 0

/** The top folder of the git repository that a folder is in. */
export const repositoryOf = (cwd: string): string | undefined => {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-toplevel'], { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trimEnd() : undefined
}

/** The files of the git repository in a folder, relative to it. Empty if it is not in one. */
export const listTracked = (cwd: string): readonly string[] => {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 })
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : []
}

/** Whether git would add the file: it is in a repository, and no rule ignores it. */
const isUnignored = (cwd: string, path: string): boolean => git(cwd, 'check-ignore', '-q', '--', path) === 1

/** What to do if git would add a file that contains a secret. */
export const ignoreAdvice = (cwd: string, file: string): string | undefined =>
  isUnignored(cwd, resolve(cwd, file)) ? `git does not ignore ${file}: add it to .gitignore.` : undefined

/** What to do about a file of the git repository before it gets a secret. */
export const untrackAdvice = (file: string): string =>
  `Remove it with: git rm --cached ${file}, and add it to .gitignore`
