import type { Runtime } from './engine.ts'
import { nodeEngine, type NodeModules } from './node-engine.ts'
import { randomBytes } from './random-bytes.ts'
import { webEngine } from './web-engine.ts'

export { webEngine }

/** The used part of `process`. Node, Bun, Deno and workerd have it; on other runtimes it is absent or a stub. */
interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stderr?: { readonly isTTY?: boolean }
  readonly getBuiltinModule?: {
    (name: 'node:crypto'): NodeModules['crypto'] | undefined
    (name: 'node:buffer'): NodeModules['buffer'] | undefined
  }
}

/**
 * Load the built-in modules at run time. With an import, bundlers for other runtimes would fail to resolve them. In the
 * Edge Runtime of Next.js the function throws, and a build warns about a use of it by the name `process`.
 */
const findBuiltinModules = (): NodeModules | undefined => {
  const { process: node } = globalThis as { readonly process?: Process }
  try {
    const crypto = node?.getBuiltinModule?.('node:crypto')
    const buffer = node?.getBuiltinModule?.('node:buffer')
    return crypto === undefined || buffer === undefined ? undefined : { crypto, buffer }
  } catch {
    return undefined
  }
}

/** The used modules of Node; `undefined` on runtimes without them. */
export const builtinModules: NodeModules | undefined = findBuiltinModules()

/**
 * The variables of the process; none on platforms without a process.
 *
 * @example
 * const secret = processVariables()['AUTH_SECRET']
 */
export const processVariables = (): NonNullable<Process['env']> => {
  const { process: node } = globalThis as { readonly process?: Process }
  // Deno throws when it has no permission to read the environment.
  try {
    return node?.env ?? {}
  } catch {
    return {}
  }
}

/** One variable. Deno throws for each variable that the process may not read. */
const variable = (name: string): string | undefined => {
  try {
    return processVariables()[name]
  } catch {
    return undefined
  }
}

/** Whether the terminal shows colors: not in a file or a pipe, and not with `NO_COLOR` (no-color.org). */
const hasColors = (): boolean => {
  const { process: node } = globalThis as { readonly process?: Process }
  try {
    return node?.stderr?.isTTY === true && !variable('NO_COLOR') && variable('TERM') !== 'dumb'
  } catch {
    return false
  }
}

/**
 * The runtime of the platform. Only this file reads the clock, random bytes, the network and the console.
 * @example
 * const runtime: Runtime = { ...defaultRuntime, now: () => Date.parse('2027-01-01') }
 * const auth = createAuth({ providers: [GitHub], secret }, runtime)
 */
export const defaultRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  after: (milliseconds: number, work: () => void) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  random: randomBytes,
  // Looked up at each call, because tests and instrumentation replace the global function later.
  fetch: (...request: Parameters<typeof fetch>) => globalThis.fetch(...request),
  crypto: builtinModules === undefined ? webEngine : nodeEngine(builtinModules),
  console,
  // Read when they are asked for: a development server sets NODE_ENV after this module was loaded.
  get hasColors() {
    return hasColors()
  },
  get isDevelopment() {
    return variable('NODE_ENV') === 'development'
  },
})
