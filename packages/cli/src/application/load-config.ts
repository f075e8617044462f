import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AuthConfig } from '@authwright/core'
import { CommandError, listOf, textOf, UsageError, type Invocation } from '../command.ts'
import { readEnvironment, withEnvironment, type Environment } from './environment.ts'
import { hideDeprecations } from './hide-deprecations.ts'
import { maskedMessage } from '../doctor/mask-secrets.ts'
import { whileWaiting } from '../terminal/progress.ts'
import { importOwn, usesVite } from './modules.ts'

/** The configuration of an application. */
export interface LoadedConfig {
  /** The config with the defaults of the framework and of the environment. */
  readonly config: AuthConfig
  /** The config as it is written. */
  readonly written: AuthConfig
  /** Its module, relative to the folder of the application. */
  readonly file: string
  /** The port of the development server in the Vite config of the application, if it has one. */
  readonly vitePort: number | undefined
}

type Source = AuthConfig | (() => unknown)

/** As `AnnouncedConfig` of `@authwright/core`. */
interface Announced {
  readonly source: Source
  readonly configure: (config: AuthConfig) => Promise<{ readonly config: AuthConfig }>
}

/** Where applications have their config, as the start page of each framework shows it. */
const PLACES = [
  'src/auth',
  'auth',
  'src/auth.server',
  'app/auth.server',
  'app/lib/auth.server',
  'auth.config',
  'src/auth.config',
  'server/auth',
  'src/lib/auth',
  'src/lib/server/auth',
  'lib/auth',
  'src/server/auth',
  'src/routes/plugin@auth',
]

const ENDINGS = ['ts', 'mts', 'js', 'mjs']

/** The files that exist where applications have their config. */
export const findConfigFiles = (cwd: string): readonly string[] =>
  PLACES.flatMap((place) => ENDINGS.map((ending) => `${place}.${ending}`)).filter((path) => existsSync(join(cwd, path)))

const findFile = (cwd: string): string => {
  const [found] = findConfigFiles(cwd)
  if (found !== undefined) return found
  const where = PLACES.slice(0, 4).join(', ')
  throw new CommandError(3, `no configuration was found (${where}, …). Name it: --config <file#export>`)
}

const LIST = Symbol.for('authwright.configurations')

/** Imports a module, and returns the configurations that it sets up meanwhile. */
const importAndListen = async (cwd: string, file: string) => {
  const announced: Announced[] = []
  Reflect.set(globalThis, LIST, announced)
  try {
    return { ...(await importOwn(cwd, resolve(cwd, file))), announced }
  } catch (error) {
    const why = maskedMessage(error)
    throw new CommandError(3, `${file} cannot be loaded: ${why}`, { cause: error })
  } finally {
    Reflect.deleteProperty(globalThis, LIST)
  }
}

const isConfig = (value: unknown): value is AuthConfig =>
  typeof value === 'object' && value !== null && 'providers' in value && Array.isArray(value.providers)

/** An exported object with the defaults that most packages of frameworks give to it. */
const exported = (source: Source): Announced => ({
  source,
  configure: async (given) => {
    const { setEnvDefaults } = await import('@authwright/core')
    const config = { ...given, basePath: given.basePath ?? '/auth' }
    setEnvDefaults(process.env, config, true)
    return { config }
  },
})

const choose = (module: object, announced: readonly Announced[], file: string, name: string | undefined): Announced => {
  if (name !== undefined) {
    const value: unknown = Reflect.get(module, name)
    if (isConfig(value)) return exported(value)
    throw new UsageError(`--config: the export ${name} of ${file} is not an object with providers`)
  }
  const [first] = announced
  if (first !== undefined) return first
  const found = ['default', 'config', 'authConfig', 'options'].map((each): unknown => Reflect.get(module, each))
  const config = found.find(isConfig) ?? found.find((value) => typeof value === 'function')
  if (config !== undefined) return exported(config as Source)
  throw new CommandError(3, `${file} sets up no configuration. Name it: --config <file#export>`)
}

/** The location that `--config` names, or that of the first file where applications have their config. */
const locate = (cwd: string, location: string | undefined) => {
  const [path = '', name] = location?.split('#') ?? []
  if (path !== '' && !existsSync(resolve(cwd, path))) throw new UsageError(`--config: ${path} does not exist`)
  return { file: path === '' ? findFile(cwd) : path, name }
}

/** The config. A function without parameters is called; one of the request is not, because there is no request. */
const callSource = async (source: Source, file: string): Promise<AuthConfig> => {
  if (typeof source !== 'function') return source
  const advice = `Export an object for it, and name it: --config ${file}#<export>`
  if (source.length > 0) {
    const why = `the configuration in ${file} is a function of the request, and the command has no request`
    throw new CommandError(3, `${why}. ${advice}`)
  }
  const name = `the function in ${file} that returns the configuration`
  let returned: unknown
  try {
    returned = await source()
  } catch (cause) {
    const why = maskedMessage(cause)
    throw new CommandError(3, `${name} threw: ${why}. If it needs a request, the command has none. ${advice}`, {
      cause,
    })
  }
  if (isConfig(returned)) return returned
  throw new CommandError(3, `${name} did not return an object with providers, but ${typeof returned}`)
}

const resolveSource = async (
  { source, configure }: Announced,
  file: string,
): Promise<Omit<LoadedConfig, 'vitePort'>> => {
  const written = await callSource(source, file)
  return { config: (await configure(written)).config, written, file }
}

/** The variables that a command sees, by its options `--env-file` and `--production`. */
export const environmentOf = ({ cwd, values }: Invocation): Environment =>
  readEnvironment(cwd, listOf(values, 'env-file'), values['production'] === true)

/**
 * Loads the configuration of the application, and calls `use` with it. Its module is run as a server would run it; no
 * request is made. The variables of the `.env` files are in the process until `use` has ended.
 */
export const withConfig = <Result>(
  invocation: Invocation,
  use: (loaded: LoadedConfig) => Promise<Result>,
): Promise<Result> =>
  // A command that loads the configuration starts no sign-in: it needs no emulator.
  withEnvironment({ AUTHWRIGHT_EMULATOR: '', ...environmentOf(invocation) }, () =>
    hideDeprecations(async () => {
      const { cwd, values, terminal } = invocation
      const { file, name } = locate(cwd, textOf(values, 'config'))
      // The Vite of a large application takes seconds.
      const { module, announced, vitePort, close } = await whileWaiting(
        terminal,
        `Loading ${file}${usesVite(cwd) ? ' with Vite' : ''}`,
        () => importAndListen(cwd, file),
      )
      try {
        return await use({ ...(await resolveSource(choose(module, announced, file, name), file)), vitePort })
      } finally {
        await close()
      }
    }),
  )
