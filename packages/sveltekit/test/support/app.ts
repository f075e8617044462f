import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { freePort } from '@authwright/testing/local-server'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const here = join(import.meta.dirname, '..')
const packages = join(here, '../..')
const modules = join(packages, '../node_modules')

/** The environment of the tests without the variables that would change the result. */
const environment = (more: Readonly<Record<string, string>> = {}) => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:AUTH_|VITEST|NODE_ENV$|TEST$|MODE$|DEV$|PROD$|SSR$)/.test(name),
  )
  const path = [join(modules, '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path, npm_config_loglevel: 'error', NO_COLOR: '1', ...more }
}

const listenTo = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  return () => output
}

/** Run a command and return its output. Rejects with the output when the command fails. */
export const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  more?: Readonly<Record<string, string>>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(more) })
    const output = listenTo(child)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output())
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output()}`))
    })
  })

/** Make a temporary folder. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'authwright-kit-'))

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Pack the packages as npm publishes them. They must be built, as `npm test` does. */
export const packAll = async (folder: string): Promise<readonly string[]> => {
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs)
  const pack = (name: string) => run('npm', ['pack', '--silent', '--pack-destination', tarballs], join(packages, name))
  await Promise.all(['core', 'client', 'sveltekit'].map(pack))
  return (await readdir(tarballs)).map((name) => join(tarballs, name))
}

/** Install an application of `test/apps` from the tarballs and build it without a secret. */
export const installApp = async (folder: string, name: string, tarballs: readonly string[]): Promise<string> => {
  const app = join(folder, name)
  await cp(join(here, 'apps/pages'), app, { recursive: true })
  await cp(join(here, 'apps', name), app, { recursive: true })
  // The example of the README is below `/readme`. The relative imports between its files stay valid.
  await cp(join(here, 'readme/src/routes'), join(app, 'src/routes/readme'), { recursive: true })
  for (const file of ['auth.ts', 'hooks.server.ts'])
    await cp(join(here, 'readme/src', file), join(app, 'src/routes', file))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], app)
  // SvelteKit generates the types of the routes only when TypeScript is installed.
  await symlink(join(modules, 'typescript'), join(app, 'node_modules/typescript'))
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], app)
  return app
}

/** Check the types of an application, including its components and imports. */
export const checkTypes = async (app: string): Promise<string> => {
  await run(process.execPath, ['node_modules/@sveltejs/kit/svelte-kit.js', 'sync'], app)
  const tsconfig = join(app, 'tsconfig.json')
  return run(
    'svelte-check',
    ['--tsgo', '--workspace', app, '--tsconfig', tsconfig, '--fail-on-warnings', '--output', 'human'],
    app,
  )
}

/** A running application. */
export interface RunningApp {
  readonly origin: string
  /** The output so far. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** The arguments of Node that start a server. Both servers read the port from `PORT` or from the arguments. */
export type Program = (port: string) => readonly string[]

export const vite =
  (...command: readonly string[]): Program =>
  (port) => ['node_modules/vite/bin/vite.js', ...command, '--host', '127.0.0.1', '--port', port, '--strictPort']

/** What adapter-node built. */
export const builtServer: Program = () => ['build/index.js']

/** Serve an application. */
export const serve = async (
  app: string,
  more: Readonly<Record<string, string>>,
  program: Program = vite('preview'),
): Promise<RunningApp> => {
  const port = String(await freePort())
  const env = environment({ HOST: '127.0.0.1', PORT: port, ...more })
  const child = spawn(process.execPath, program(port), { cwd: app, env })
  const output = listenTo(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output().includes(port)) resolve()
    })
  })
  const died = ended.then(() => Promise.reject(new Error(`The server ended:\n${output()}`)))
  await Promise.race([ready, died])
  died.catch(() => undefined)
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { origin: `http://127.0.0.1:${port}`, output, stop }
}
