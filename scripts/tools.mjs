// Shared by the scripts: where the repository is, and how to run a tool of node_modules/.bin.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export { requireNode } from './node-version.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

// The installed tools and the installed Node take precedence over those of the machine, also when a script runs without npm.
process.env['PATH'] = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
process.env['npm_config_loglevel'] = 'error'

/**
 * Runs a command to its end. Returns its exit code, and its output if `quiet` is set.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { cwd = root, env = {}, quiet = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })

/**
 * Runs the steps one after the other. After a failed step, the next ones run unless `stopAtFailure` is set.
 * @param {readonly (() => Promise<number>)[]} steps
 * @param {{ stopAtFailure: boolean }} options
 * @returns {Promise<number>} the first exit code that is not 0
 */
export const inOrder = async (steps, { stopAtFailure }) => {
  let worst = 0
  for (const step of steps) {
    const code = await step()
    worst ||= code
    if (worst !== 0 && stopAtFailure) break
  }
  return worst
}

/**
 * Installs a folder with a lockfile of its own, unless it is installed. Returns the exit code of npm.
 * @param {string} folder
 * @param {string} what it needs
 */
export const installFolder = async (folder, what) => {
  const installed = join(folder, 'node_modules/.package-lock.json')
  const changedAt = (/** @type {string} */ path) => statSync(path).mtimeMs
  if (existsSync(installed) && changedAt(installed) >= changedAt(join(folder, 'package-lock.json'))) return 0
  console.log(`Installing ${what} …`)
  // The benchmark sets NODE_ENV=production, with which npm would leave out what these folders list.
  return (await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }))
    .code
}
