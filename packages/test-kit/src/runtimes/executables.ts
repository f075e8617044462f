import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A runtime, and the command that runs a program. */
export interface Machine {
  readonly name: string
  /** The path of the executable; `undefined` if it is not installed. */
  readonly command: string | undefined
  readonly args: readonly string[]
}

const require = createRequire(import.meta.url)

const ifExists = (file: string): string | undefined => (existsSync(file) ? file : undefined)

/** The executable of a package. These packages exist for Linux on x64 only. */
const executable = (name: string, path: string): string | undefined => {
  try {
    return ifExists(join(dirname(require.resolve(`${name}/package.json`)), path))
  } catch {
    return undefined
  }
}

export const bun = executable('@oven/bun-linux-x64', 'bin/bun')
export const deno = executable('@deno/linux-x64-glibc', 'deno')
export const workers = executable('@cloudflare/workerd-linux-64', 'bin/workerd')

/** The folder with other versions of Node, which `install.ts` fills. */
export const otherNodes = join(import.meta.dirname, '../../runtimes')

const otherNode = (name: string): string | undefined => ifExists(join(otherNodes, 'node_modules', name, 'bin/node'))

/** The versions of Node that run a program. The tests themselves run on Node 24. */
export const nodes = (...args: readonly string[]): readonly Machine[] => [
  { name: 'Node 22', command: otherNode('node22'), args },
  { name: 'Node 24', command: process.execPath, args },
  { name: 'Node 26', command: otherNode('node26'), args },
]

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

/** In CI on Linux x64 the lockfiles install all runtimes, so a missing one is an error. */
const isRequired = process.env['CI'] === 'true' && process.platform === 'linux' && process.arch === 'x64'

/** Why a runtime cannot run, or `undefined`. Throws in CI if it is not installed. */
export const whyNot = ({ name, command }: Machine): string | undefined => {
  if (command !== undefined) return undefined
  if (isRequired) throw new Error(`${name} is not installed`)
  return `no ${name}: it is installed from packages for Linux on x64 with glibc only`
}
