import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** A request for a process, and the state it needs. */
export interface Order {
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: readonly (readonly [string, string])[]
    readonly body?: string
  }
  readonly strategy: 'database' | 'jwt'
  readonly hasPasskeys: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The id that the credentials provider returns. */
  readonly userId: string
  /** Whether the process counts its calls of the adapter. */
  readonly isWatched: boolean
  /** The call at which the process is killed. */
  readonly kill?: Kill | undefined
}

/** When a process is killed: before or after a call of the adapter. `at` counts from 0. */
export interface Kill {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** The response of a process, and what it recorded. */
export interface Result {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly links: readonly string[]
  readonly codes: readonly string[]
  readonly errors: readonly string[]
  readonly calls: readonly string[]
}

/** Processes that serve one database, one after the other. While one runs, the next ones start. */
export interface Processes {
  /** Returns the result, or the signal that ended the process before. */
  readonly send: (order: Order) => Promise<Result | NodeJS.Signals | null>
  /** Makes the compile cache of this process available to the next ones. */
  readonly flushCompileCache: () => void
  readonly close: () => Promise<void>
}

/** How many processes are started ahead. */
const STANDBY = 2

/** Bundles the process, because hundreds start, and one file starts several times faster than the sources. */
const bundle = async (outfile: string): Promise<void> => {
  await build({
    entryPoints: [fileURLToPath(new URL('crash-child.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    conditions: ['authwright-source'],
    external: ['pg-native', 'better-sqlite3'],
    logLevel: 'error',
  })
}

const start = async (script: string, database: string, issuer: string): Promise<ChildProcess> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(script, '..', 'cache') }
  const child = spawn(process.execPath, [script, database, issuer], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.setMaxListeners(100)
  await once(child, 'message')
  return child
}

const ended = async (child: ChildProcess): Promise<NodeJS.Signals | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

/** Sends an order to a process, which may get several at once. */
const sendTo = (child: ChildProcess, order: Order): Promise<Result | NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const id = crypto.randomUUID()
    const onMessage = (message: Result & { readonly id: string }): void => {
      if (message.id === id) end(message)
    }
    const onExit = (_code: number | null, signal: NodeJS.Signals | null): void => end(signal)
    const end = (result: Result | NodeJS.Signals | null): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(result)
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ ...order, id })
  })

/** Starts processes over a database. `issuer` is the origin of the provider. */
export const startProcesses = async (database: string, issuer: string): Promise<Processes> => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-crash-'))
  const script = join(folder, 'child.cjs')
  await bundle(script)
  const next = Array.from({ length: STANDBY }, () => start(script, database, issuer))
  let current = await start(script, database, issuer)
  return {
    send: async (order) => {
      const result = await sendTo(current, order)
      if (typeof result === 'object' && result !== null) return result
      next.push(start(script, database, issuer))
      current = (await next.shift()) ?? current
      return result
    },
    flushCompileCache: () => void current.send('flush the compile cache'),
    close: async () => {
      const all = [current, ...(await Promise.all(next))]
      for (const child of all) child.disconnect()
      await Promise.all(all.map(ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
