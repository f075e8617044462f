import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A runtime, and the command that runs the scenario. */
export interface Machine {
  readonly name: string
  /** The path of the executable; `undefined` if it is not installed. */
  readonly command: string | undefined
  readonly args: readonly string[]
}

const require = createRequire(import.meta.url)

/** The executable of a package. These packages exist for Linux on x64 only. */
const executable = (name: string, path: string): string | undefined => {
  try {
    const file = join(dirname(require.resolve(`${name}/package.json`)), path)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

export const bun = executable('@oven/bun-linux-x64', 'bin/bun')
export const deno = executable('@deno/linux-x64-glibc', 'deno')
export const workers = executable('@cloudflare/workerd-linux-64', 'bin/workerd')

/** Only the listed permissions are granted: no other access to the network, the disk or the environment. */
export const inDeno = (script: string, ...permissions: readonly string[]): readonly string[] => [
  'run',
  ...permissions,
  '--no-prompt',
  '--no-remote',
  '--no-npm',
  '--no-config',
  script,
]
