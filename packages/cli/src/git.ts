import { spawnSync } from 'node:child_process'

const git = (cwd: string, ...args: readonly string[]): number | null =>
  spawnSync('git', args, { cwd, stdio: 'ignore' }).status

/** Whether a file is part of the git repository, so that a commit would publish what it contains. */
export const isTracked = (cwd: string, path: string): boolean =>
  git(cwd, 'ls-files', '--error-unmatch', '--', path) === 0

/** Whether git would add the file: it is in a repository, and no rule ignores it. */
export const isUnignored = (cwd: string, path: string): boolean => git(cwd, 'check-ignore', '-q', '--', path) === 1
