import type { DatabaseServer } from '@authwright/test-kit/databases'
import type { SqlAdapter, SqlAdapterSettings } from '../../src/index.ts'

type Settings = Omit<SqlAdapterSettings, 'migrate'> & { readonly migrate?: boolean }

/** Is told of every statement, as it is handed to the client library. */
export type Listener = (sql: string, values: readonly unknown[]) => void

/** An empty database, by one client library. */
export interface Engine {
  /** Its address, where other processes can reach it. */
  readonly url?: string
  /** Another adapter over the same database, by the same connections. */
  readonly adapter: (settings?: Settings) => SqlAdapter
  /** An adapter whose statements are heard. */
  readonly heard: (listener: Listener) => SqlAdapter
  /** A statement in the database's own words. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
  readonly close: () => Promise<void>
}

/** A database server of which empty databases can be had. */
export interface EngineServer {
  readonly open: () => Promise<Engine>
  readonly close: () => Promise<void>
}

/** One way to keep rows: a database and a client library. */
export interface EngineKind {
  readonly name: string
  readonly quote: (name: string) => string
  /** Why it cannot be had here, or `null`. */
  readonly whyNot: () => string | null
  readonly start: () => Promise<EngineServer>
}

/** Databases that a server makes. */
export const serverOf =
  (start: () => Promise<DatabaseServer>, open: (url: string) => Promise<Engine>) => async (): Promise<EngineServer> => {
    const server = await start()
    return { open: async () => open(await server.createDatabase()), close: server.close }
  }

/** Databases that need no server. */
export const embedded = (open: () => Promise<Engine>) => async (): Promise<EngineServer> => ({
  open,
  close: () => Promise.resolve(),
})
