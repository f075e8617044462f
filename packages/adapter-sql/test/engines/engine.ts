import type { DatabaseServer } from '@authwright/test-kit/databases'
import type { SqlAdapter, SqlAdapterSettings } from '../../src/index.ts'

type Settings = Omit<SqlAdapterSettings, 'migrate'> & { readonly migrate?: boolean }

/** Called with every statement that is passed to the client library. */
export type StatementListener = (sql: string, values: readonly unknown[]) => void

/** An empty database, used with one client library. */
export interface Engine {
  /** Its address, if other processes can connect to it. */
  readonly url?: string
  /** Makes another adapter over the same database and the same connections. */
  readonly adapter: (settings?: Settings) => SqlAdapter
  /** Makes an adapter that passes its statements to a listener. */
  readonly recorded: (listener: StatementListener) => SqlAdapter
  /** Runs an SQL statement. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
  readonly close: () => Promise<void>
}

/** A database server that creates empty databases. */
export interface EngineServer {
  readonly open: () => Promise<Engine>
  readonly close: () => Promise<void>
}

/** A database engine with a client library. */
export interface EngineKind {
  readonly name: string
  readonly quote: (name: string) => string
  /** Why it is not available on this machine, or `null`. */
  readonly whyNot: () => string | null
  readonly start: () => Promise<EngineServer>
}

/** An engine whose databases a server creates. */
export const serverOf =
  (start: () => Promise<DatabaseServer>, open: (url: string) => Promise<Engine>) => async (): Promise<EngineServer> => {
    const server = await start()
    return { open: async () => open(await server.createDatabase()), close: server.close }
  }

/** An engine without a server. */
export const embedded = (open: () => Promise<Engine>) => async (): Promise<EngineServer> => ({
  open,
  close: () => Promise.resolve(),
})
