// Runs before `npm test`, `npm run build` and others, and before `npm start`, which gives `--demo`: then only what the demo needs is
// installed. Nothing is installed yet, so this imports only modules of Node, and files that do the same.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNodeCurrent, requireNodeToInstall } from './node-version.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
requireNodeToInstall()

const forDemo = process.argv.includes('--demo')
const installed = 'node_modules/.package-lock.json'
/** Marks an installation for the demo. `npm ci` deletes it with the folder. */
const marker = 'node_modules/.demo-only'

const changedAt = (path) => statSync(path).mtimeMs
const isFresh = () => existsSync(installed) && changedAt(installed) >= changedAt('package-lock.json')

/** The demo does not replace an installation that has more. */
const isAll = !forDemo || (existsSync(installed) && !existsSync(marker))
const isDone = isFresh() && (forDemo || !existsSync(marker))

/** Ends the process if a port that the environment names is in use, before anything is downloaded. */
const checkPorts = async () => {
  const { readSettings } = await import('../examples/sveltekit/serve/settings.mjs')
  const failed = await readSettings(process.env, []).then(
    () => undefined,
    (error) => error,
  )
  if (failed === undefined) return
  console.error(`\n  ${failed.message}\n`)
  process.exit(1)
}

const demoWorkspaces = ['examples/sveltekit', ...(isNodeCurrent() ? [] : ['scripts/node-24'])]
const selection = isAll ? [] : ['--omit=dev', ...demoWorkspaces.map((path) => `--workspace=${path}`)]

const install = () =>
  spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...selection], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status === 0

/** The first of the phases of `npm start`. The demo counts the others. */
const phase = forDemo ? '[1/3] ' : ''

if (forDemo) await checkPorts()
if (isDone && forDemo) console.log(`${phase}What the demo needs is already installed.`)
if (!isDone) {
  const what = isAll ? 'what package-lock.json lists (1231 packages)' : 'what the demo needs (170 packages)'
  console.log(`${phase}Installing ${what} …`)
  const begun = performance.now()
  // One retry, because a request to the registry may fail.
  const ok = install() || install()
  if (ok && !isAll) writeFileSync(marker, '')
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${phase}${ok ? `Installed in ${seconds} s.` : 'npm could not install it.'}`)
  process.exitCode = ok ? 0 : 1
}
