import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A runtime, and how it is made to run the scenario to the end. */
export interface Machine {
  readonly name: string
  /** Where its executable is; `undefined` where it is not installed. */
  readonly command: string | undefined
  readonly args: readonly string[]
}

const require = createRequire(import.meta.url)

/** The executable that a package brings; these packages are there for Linux on x64 only. */
const executable = (name: string, path: string): string | undefined => {
  try {
    const file = join(dirname(require.resolve(`${name}/package.json`)), path)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

const workerd = (scenario: string, flags: string): string => `using Workerd = import "/workerd/workerd.capnp";
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "scenario.mjs", esModule = embed "${scenario}")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = [${flags}],
);
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
`

/** What stands beside the bundles `scenario.mjs` and `cookies.mjs`: what calls them and prints their outcome. */
export const entries: Readonly<Record<string, string>> = {
  'script.mjs': `import { live } from './scenario.mjs'\nconsole.log(JSON.stringify(await live()))\n`,
  'worker.mjs': `import { live } from './scenario.mjs'
export default { test: async () => console.log(JSON.stringify(await live())) }\n`,
  // The software authenticator and the memory adapter are written for Node.
  'scenario.capnp': workerd('scenario.mjs', '"nodejs_compat"'),
  'cookies.capnp': workerd('cookies.mjs', ''),
}

export const machines: readonly Machine[] = [
  { name: 'Node', command: process.execPath, args: ['script.mjs'] },
  { name: 'Bun', command: executable('@oven/bun-linux-x64', 'bin/bun'), args: ['run', 'script.mjs'] },
  {
    name: 'Deno',
    command: executable('@deno/linux-x64-glibc', 'deno'),
    // No permission is given: nothing is read of the network, the disk or the environment.
    args: ['run', '--no-prompt', '--no-remote', '--no-npm', '--no-config', 'script.mjs'],
  },
  {
    name: 'workerd',
    command: executable('@cloudflare/workerd-linux-64', 'bin/workerd'),
    args: ['test', 'scenario.capnp'],
  },
]

/** Where nothing of Node is: passwords and cookies only. */
export const plainWorkerd: Machine = {
  name: 'workerd without nodejs_compat',
  command: executable('@cloudflare/workerd-linux-64', 'bin/workerd'),
  args: ['test', 'cookies.capnp'],
}

export interface Run {
  readonly code: number
  readonly output: string
  /** What it wrote to the error stream, when it failed. */
  readonly complaints: string
}

/** Runs it in a folder, with an environment of nothing but that folder as home. */
export const run = (command: string, args: readonly string[], folder: string): Promise<Run> =>
  new Promise((resolve) => {
    const env = {
      HOME: folder,
      TMPDIR: folder,
      DENO_DIR: join(folder, '.deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    }
    const child = execFile(command, [...args], { cwd: folder, env, timeout: 50_000 }, (error, output, complaints) => {
      if (error === null) resolve({ code: 0, output, complaints: '' })
      else resolve({ code: child.exitCode ?? -1, output, complaints })
    })
  })
