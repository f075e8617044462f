import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@authwright/testing/local-server'
import {
  DEFAULT_ENVIRONMENT,
  type ApplicationOptions,
  type DevelopmentServer,
  type RunningApplication,
} from '@authwright/testing/frameworks'

const packages = join(import.meta.dirname, '../..')

/** Where npm has put the packages of this repository. */
export const installedModules = join(packages, '../node_modules')

type Variables = Readonly<Record<string, string>>

/** The environment of the tests without the variables that would change the result. */
const environment = (more: Variables = {}) => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:AUTH_|VITEST|NODE_ENV$|TEST$|MODE$|DEV$|PROD$|SSR$)/.test(name),
  )
  const path = [join(installedModules, '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path, npm_config_loglevel: 'error', NO_COLOR: '1', ...more }
}

const listenTo = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  return () => output
}

/** Run a command and return its output. Rejects with the output when the command fails. */
export const run = (command: string, args: readonly string[], cwd: string, more?: Variables): Promise<string> =>
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
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'authwright-application-'))

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Pack packages as npm publishes them. They must be built, as `npm test` does. Returns the paths of the tarballs. */
export const packAll = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs)
  // One process for all: starting npm takes longer than packing.
  await run('npm', ['pack', '--silent', '--pack-destination', tarballs, ...names.map((name) => `./${name}`)], packages)
  return (await readdir(tarballs)).map((name) => join(tarballs, name))
}

/** Install what the lockfile of an application names, and the tarballs. */
export const installTarballs = (application: string, tarballs: readonly string[]): Promise<string> =>
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], application)

/** A running application. */
export interface RunningApp {
  readonly origin: string
  /** The output so far. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** The arguments of Node that start a server. Servers read the port from `PORT` or from the arguments. */
export type Program = (port: string) => readonly string[]

/** Starts a command that serves an application. It is ready when it prints its port. */
const serveBy = async (
  application: string,
  variablesFor: (port: string) => Variables,
  command: (port: string) => readonly [file: string, ...args: readonly string[]],
  ownsGroup = false,
): Promise<RunningApp> => {
  const port = String(await freePort())
  const env = environment({ HOST: '127.0.0.1', PORT: port, ...variablesFor(port) })
  const [file, ...args] = command(port)
  const child = spawn(file, args, { cwd: application, env, stdio: ['ignore', 'pipe', 'pipe'], detached: ownsGroup })
  const output = listenTo(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    const check = (): void => {
      if (output().includes(port)) resolve()
    }
    child.stdout.on('data', check)
    child.stderr.on('data', check)
  })
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject))
  const died = ended.then(() => Promise.reject(new Error(`The server ended:\n${output()}`)))
  await Promise.race([ready, died, failed])
  died.catch(() => undefined)
  const stop = async (): Promise<void> => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (ownsGroup && isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill()
    await ended
  }
  return { origin: `http://127.0.0.1:${port}`, output, stop }
}

/** Serve an application. It is ready when it prints its port. */
export const serve = (application: string, more: Variables, program: Program): Promise<RunningApp> =>
  serveBy(
    application,
    () => more,
    (port) => [process.execPath, ...program(port)],
  )

/** Serve an application by `npm start`, as a user does. */
export const serveByNpm = (
  application: string,
  variablesFor: (port: string) => Variables,
  args: (port: string) => readonly string[] = () => [],
): Promise<RunningApp> =>
  // A script starts further processes, so all of them are one group, which `stop` ends.
  serveBy(application, variablesFor, (port) => ['npm', 'start', '--silent', '--', ...args(port)], true)

/** The variable in which a built application finds its `ApplicationOptions` as JSON. */
export const OPTIONS_VARIABLE = 'CONTRACT_OPTIONS'

/**
 * Serve the test application of the framework contract in a process of its own. It passes `OPTIONS_VARIABLE` to `makeApplication`.
 *
 * @param program starts the built application, or the development server
 */
export const serveContract = async (
  application: string,
  options: ApplicationOptions,
  program: Program,
  more: Variables = {},
): Promise<RunningApplication> => {
  const folder = await makeFolder()
  const logFile = join(folder, 'log')
  await writeFile(logFile, '')
  const variables = { ...(options.environment ?? DEFAULT_ENVIRONMENT), ...more }
  const told = { ...variables, [OPTIONS_VARIABLE]: JSON.stringify({ ...options, logFile }) }
  const { origin, stop } = await serve(application, told, program)
  return {
    origin,
    logs: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    stop: async () => {
      await stop()
      await removeFolder(folder)
    },
  }
}

/** The files of an application that a developer edits: the module with the config, and the page `/client`. */
export interface EditedFiles {
  readonly config: string
  readonly page: string
}

/**
 * Writes a file without emptying it first. A development server that reads a file between its emptying and its writing sees an
 * empty module: SolidStart then removes the route, and misses that the text follows.
 */
const overwrite = async (file: string, text: string): Promise<void> => {
  const { length } = await readFile(file, 'utf8')
  await writeFile(file, text.padEnd(length, '\n'), { flag: 'r+' })
}

/** Serve the test application by the development server of its framework. Its files are as before when it stops. */
export const developContract = async (
  application: string,
  files: EditedFiles,
  ...[options, program, more]: [ApplicationOptions, Program, Variables?]
): Promise<DevelopmentServer> => {
  const [config, page] = [join(application, files.config), join(application, files.page)]
  const [configBefore, pageBefore] = await Promise.all([readFile(config, 'utf8'), readFile(page, 'utf8')])
  const running = await serveContract(application, options, program, more)
  return {
    ...running,
    edit: async (text) => {
      await overwrite(config, `${configBefore}\n// ${text}\n`)
      await overwrite(page, pageBefore.replace('Sign out', text))
    },
    stop: async () => {
      await running.stop()
      await writeFile(config, configBefore)
      await writeFile(page, pageBefore)
    },
  }
}
