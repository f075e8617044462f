import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { otherNodes } from './executables.ts'

const changedAt = (path: string): number => statSync(join(otherNodes, path)).mtimeMs
const installed = 'node_modules/.package-lock.json'

/** Vitest calls this once, before the test files. A runtime that is missing afterwards is reported by its tests. */
export const setup = (): void => {
  if (existsSync(join(otherNodes, installed)) && changedAt(installed) >= changedAt('package-lock.json')) return
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  spawnSync('npm', args, { cwd: otherNodes, stdio: 'inherit', shell: process.platform === 'win32' })
}
