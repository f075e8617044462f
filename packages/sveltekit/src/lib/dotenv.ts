type Variables = Readonly<Record<string, string | undefined>>

/** What of Node is needed to read a file of variables. Other runtimes have less of it, or nothing. */
interface NodeProcess {
  readonly cwd?: () => string
  readonly getBuiltinModule?: (name: string) => unknown
}

interface FileSystem {
  readonly readFileSync: (path: string, encoding: 'utf8') => string
}

interface Utilities {
  readonly parseEnv?: (text: string) => Variables
}

/** Vite's files and their order: what a later one says counts. */
const FILES = ['.env', '.env.local', '.env.development', '.env.development.local']

const readIfThere = ({ readFileSync }: FileSystem, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * What the `.env` files of an application in development say. Vite reads them too, but hands them on only through modules
 * that differ between SvelteKit 2 and 3, and not to the process.
 */
export const readDotenv = (): Variables => {
  const { process: { cwd, getBuiltinModule } = {} } = globalThis as { process?: NodeProcess }
  const files = getBuiltinModule?.('node:fs') as FileSystem | undefined
  const { parseEnv } = (getBuiltinModule?.('node:util') ?? {}) as Utilities
  if (cwd === undefined || files === undefined || parseEnv === undefined) return {}
  const root = cwd()
  return Object.assign({}, ...FILES.map((name) => parseEnv(readIfThere(files, `${root}/${name}`))))
}
