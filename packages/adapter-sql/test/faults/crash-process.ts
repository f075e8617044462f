import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** A request for a process, and what it has to know. */
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
  /** The id that the credentials provider answers. */
  readonly userId: string
  /** Whether its calls of the database are counted. */
  readonly isWatched: boolean
  /** At which of them it is killed. */
  readonly dies?: Death | undefined
}

/** A moment at which a process is killed: a call of the database, from 0. */
export interface Death {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** What a process answers, if it lives. */
export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly links: readonly string[]
  readonly codes: readonly string[]
  readonly errors: readonly string[]
  readonly calls: readonly string[]
}

/** Processes that serve one database, one after the other. While one answers, the next ones get ready. */
export interface Processes {
  /** The answer, or the signal that ended the process before there was one. */
  readonly ask: (order: Order) => Promise<Answer | NodeJS.Signals | null>
  /** Lets processes to come start with what this one has compiled. */
  readonly keepWhatWasCompiled: () => void
  readonly close: () => Promise<void>
}

/** Processes that are kept ready. */
const READY = 2

const folder = (): string => mkdtempSync(join(tmpdir(), 'authwright-crash-'))

/** One file starts several times faster than the sources, and hundreds are started. */
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

/** Asks a process, which may be asked several things at once. */
const answered = (child: ChildProcess, order: Order): Promise<Answer | NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const id = crypto.randomUUID()
    const hear = (said: Answer & { readonly id: string }): void => {
      if (said.id === id) end(said)
    }
    const die = (_code: number | null, signal: NodeJS.Signals | null): void => end(signal)
    const end = (answer: Answer | NodeJS.Signals | null): void => {
      child.off('message', hear)
      child.off('exit', die)
      resolve(answer)
    }
    child.on('message', hear)
    child.on('exit', die)
    child.send({ ...order, id })
  })

/** Starts processes over a database. `issuer` is where the provider listens. */
export const startProcesses = async (database: string, issuer: string): Promise<Processes> => {
  const place = folder()
  const script = join(place, 'child.cjs')
  await bundle(script)
  const next = Array.from({ length: READY }, () => start(script, database, issuer))
  let current = await start(script, database, issuer)
  return {
    ask: async (order) => {
      const answer = await answered(current, order)
      if (typeof answer === 'object' && answer !== null) return answer
      next.push(start(script, database, issuer))
      current = (await next.shift()) ?? current
      return answer
    },
    keepWhatWasCompiled: () => void current.send('keep what was compiled'),
    close: async () => {
      const all = [current, ...(await Promise.all(next))]
      for (const child of all) child.disconnect()
      await Promise.all(all.map(ended))
      rmSync(place, { recursive: true, force: true })
    },
  }
}
