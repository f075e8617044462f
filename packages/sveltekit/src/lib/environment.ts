/** Variables by name. */
type Environment = Readonly<Record<string, string | undefined>>

/** SvelteKit replaces this name by `paths.base`, in development and in a build. Elsewhere it is not defined. */
declare const __SVELTEKIT_PATHS_BASE__: string | undefined

/** The members of Node's `process` that are used here. Other runtimes have only some of them, or no `process`. */
interface NodeProcess {
  readonly env?: Environment
  readonly cwd?: () => string
  readonly getBuiltinModule?: (name: string) => unknown
}

interface FileSystem {
  readonly readFileSync: (path: string, encoding: 'utf8') => string
}

interface Utilities {
  readonly parseEnv?: (text: string) => Environment
}

const nodeProcess = (): NodeProcess => (globalThis as { process?: NodeProcess }).process ?? {}

const processVariables = (): Environment => {
  // Deno throws when it has no permission to read the environment.
  try {
    return nodeProcess().env ?? {}
  } catch {
    return {}
  }
}

/** Vite's files in Vite's order. A later file has priority. */
const ENV_FILES = ['.env', '.env.local', '.env.development', '.env.development.local']

const readIfPresent = ({ readFileSync }: FileSystem, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The variables of the `.env` files. Vite reads these files too, but exposes them only through modules that differ between
 * SvelteKit 2 and 3, and not in the process.
 */
const readEnvFiles = (): Environment => {
  const { cwd, getBuiltinModule } = nodeProcess()
  const fileSystem = getBuiltinModule?.('node:fs') as FileSystem | undefined
  const { parseEnv } = (getBuiltinModule?.('node:util') ?? {}) as Utilities
  if (cwd === undefined || fileSystem === undefined || parseEnv === undefined) return {}
  const root = cwd()
  return Object.assign({}, ...ENV_FILES.map((name) => parseEnv(readIfPresent(fileSystem, `${root}/${name}`))))
}

const platformVariables = (platform: unknown): Environment => {
  const env = typeof platform === 'object' && platform !== null && 'env' in platform ? platform.env : undefined
  if (typeof env !== 'object' || env === null) return {}
  return Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === 'string'))
}

/**
 * The server's variables. `$env/dynamic/private` exists only in SvelteKit 2 and `$app/env/private` only in SvelteKit 3, so
 * this reads the process, and `event.platform.env` (Cloudflare's bindings), which has priority. In development it also
 * reads the `.env` files. In production these files are usually missing and the process has the variables.
 */
export const readEnvironment = (platform: unknown): Environment => {
  const variables = processVariables()
  const files = variables['NODE_ENV'] === 'development' ? readEnvFiles() : {}
  return { ...files, ...variables, ...platformVariables(platform) }
}

/**
 * `paths.base`, without a slash at its end. `$app/paths` cannot be used: SvelteKit 3 removed its `base`, its `resolve`
 * needs a request, and outside of Vite the module does not exist.
 */
export const pathsBase = (): string => (typeof __SVELTEKIT_PATHS_BASE__ === 'string' ? __SVELTEKIT_PATHS_BASE__ : '')

/**
 * Whether SvelteKit prerenders pages. A build has neither a user nor a secret. SvelteKit sets this variable in the workers
 * that prerender; the flag in its modules has another name in each version.
 */
export const isPrerendering = (): boolean => processVariables()['SVELTEKIT_FORK'] === 'true'
