import { JsonParameter } from '../flavours/postgres.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'
import { begin } from './begin.ts'

interface Result extends ReadonlyArray<unknown> {
  readonly count: number | null
}

/** What is asked of a reserved connection of `postgres`. */
export interface ReservedPostgresJs {
  unsafe(query: string, parameters?: never[]): PromiseLike<Result>
  json(value: never): unknown
  release(): void
}

/** What is asked of the client of the package `postgres`. */
export interface PostgresJs {
  reserve(): Promise<ReservedPostgresJs>
  end(): Promise<void>
}

const sessionOf = (sql: ReservedPostgresJs): Session => ({
  query: async (text, parameters) => {
    const values = parameters.map((value) => (value instanceof JsonParameter ? sql.json(value.value as never) : value))
    const result = await sql.unsafe(text, values as never[])
    return { rows: [...result], numAffectedRows: BigInt(result.count ?? 0) }
  },
  release: () => sql.release(),
})

/** Connections of the client of `postgres`. */
export const postgresJsSource = (sql: PostgresJs, close: () => Promise<void>): SessionSource => ({
  acquire: async () => sessionOf(await sql.reserve()),
  close,
  begin,
})
