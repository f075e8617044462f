import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { PlainError } from './plain-error.mjs'
import { ROOT } from './settings.mjs'

const STAMP = join(ROOT, 'build', 'made-from')

// What a build is made from. The other packages are loaded when the site runs and are no part of it.
const SOURCES = [
  'src/**/*.*',
  'static/**/*.*',
  'serve/build.mjs',
  'package.json',
  'vite.config.ts',
  '../../package-lock.json',
  '../../packages/sveltekit/dist/**/*.*',
]

/** A hash of everything that a build depends on: a date would be wrong after each `git checkout`. */
const fingerprint = async () => {
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
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      signal,
      // A test runner's own word for it would leave Svelte's and SvelteKit's development code in the build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new PlainError(`The site could not be built.\n${said}`)),
    )
  })

/**
 * Builds the site, unless the last build was made from the same sources.
 *
 * @param {AbortSignal} signal
 */
export const buildSite = async (signal) => {
  const wanted = await fingerprint()
  const present = await readFile(STAMP, 'utf8').catch(() => undefined)
  if (wanted === present) return
  console.log('Building the site …')
  await runVite(signal)
  await writeFile(STAMP, wanted)
}
