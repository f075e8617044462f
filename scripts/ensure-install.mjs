// Runs before `npm test` and `npm start`. It runs on Node 18 and newer before anything is installed, so it imports only
// modules of Node.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const changedAt = (path) => statSync(path).mtimeMs
const installed = 'node_modules/.package-lock.json'
const fresh = existsSync(installed) && changedAt(installed) >= changedAt('package-lock.json')

if (!fresh) {
  const install = () =>
    spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  console.log('Installing what package-lock.json lists …')
  // One retry, because a request to the registry may fail.
  process.exitCode = install().status === 0 || install().status === 0 ? 0 : 1
}
