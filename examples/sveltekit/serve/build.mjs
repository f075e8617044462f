import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { phase } from './phase.mjs'
import { FROM_SOURCES, ROOT, VITE_CONFIG } from './settings.mjs'
import { StartError } from './start-error.mjs'

const STAMP = join(ROOT, 'build', 'source-hash')

const PACKAGES = FROM_SOURCES
  ? ['serve/source.vite.config.ts', '../../packages/{client,core,sveltekit}/src/**/*.*']
  : ['../../packages/{client,sveltekit}/dist/**/*.*']

// The inputs of the build. The application imports the other packages when it runs, so the build does not include them.
const SOURCES = [
  'src/**/*.*',
  'static/**/*.*',
  'serve/build.mjs',
  'package.json',
  'vite.config.ts',
  '../../package-lock.json',
  ...PACKAGES,
]

/** A hash of all inputs. File dates would be wrong after each `git checkout`. */
const hashSources = async () => {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
const runVite = (signal) =>
  new Promise((resolve, reject) => {
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
    const child = spawn(
      process.execPath,
      [...process.execArgv, vite, 'build', '--logLevel', 'warn', '--config', VITE_CONFIG],
      {
        cwd: ROOT,
        signal,
        // A test runner sets `NODE_ENV=test`, with which the build would contain development code.
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new StartError(`The build of the application failed.\n${output}`)),
    )
  })

/**
 * Builds the application, unless the last build has the same inputs.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether it built
 */
export const buildSite = async (signal) => {
  const current = await hashSources()
  const built = await readFile(STAMP, 'utf8').catch(() => undefined)
  if (current === built) return false
  const begun = performance.now()
  console.log(`${phase(2)}Building the application …`)
  await runVite(signal)
  await writeFile(STAMP, current)
  console.log(`${phase(2)}Built in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
  return true
}
