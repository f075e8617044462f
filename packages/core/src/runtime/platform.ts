import type { CryptoEngine } from './engine.ts'
import { nodeEngine } from './node-engine.ts'
import type { NodeBuffer, NodeCrypto } from './node-types.ts'
import type { Runtime } from './types.ts'
import { webEngine } from './web-engine.ts'

export { webEngine } from './web-engine.ts'

/** What is used of Node's `process`, which Bun, Deno and workerd have too; elsewhere it is absent or a stub. */
declare const process:
  | {
      readonly getBuiltinModule?: {
        (name: 'node:crypto'): NodeCrypto | undefined
        (name: 'node:buffer'): NodeBuffer | undefined
      }
    }
  | undefined

/** A built-in module is asked for, not imported, so that bundlers for other runtimes have nothing to resolve. */
const findNodeEngine = (): CryptoEngine | undefined => {
  if (typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function') return undefined
  const crypto = process.getBuiltinModule('node:crypto')
  const buffer = process.getBuiltinModule('node:buffer')
  return crypto === undefined || buffer === undefined ? undefined : nodeEngine({ crypto, buffer })
}

const engine = findNodeEngine() ?? webEngine

/** The world as it is. This is the only file that reads it. */
export const defaultRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  after: (milliseconds: number, work: () => void) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  // Looked up at each call, so that whoever replaces the global one, such as a test or an instrumentation, is heard.
  fetch: (...request: Parameters<typeof fetch>) => globalThis.fetch(...request),
  crypto: engine,
  console: {
    error: (...parts: unknown[]) => console.error(...parts),
    warn: (...parts: unknown[]) => console.warn(...parts),
    debug: (...parts: unknown[]) => console.debug(...parts),
  },
})
