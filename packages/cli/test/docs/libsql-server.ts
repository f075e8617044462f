import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { startLoopback } from '@authwright/testing/local-server'

interface Value {
  readonly type: 'null' | 'integer' | 'float' | 'text' | 'blob'
  readonly value?: string | number
}
interface Statement {
  readonly sql?: string
  /** The number of a text that the client has stored. */
  readonly sql_id?: number
  readonly args?: readonly Value[]
}
type Condition =
  | { readonly type: 'ok'; readonly step: number }
  | { readonly type: 'error'; readonly step: number }
  | { readonly type: 'not'; readonly cond: Condition }
  | { readonly type: 'and' | 'or'; readonly conds: readonly Condition[] }
  | { readonly type: 'is_autocommit' }
interface Step {
  readonly stmt: Statement
  readonly condition?: Condition | null
}
type Request =
  | { readonly type: 'execute'; readonly stmt: Statement }
  | { readonly type: 'batch'; readonly batch: { readonly steps: readonly Step[] } }
  | { readonly type: 'sequence' | 'store_sql'; readonly sql: string; readonly sql_id: number }
  | { readonly type: 'get_autocommit' | 'close' | 'close_sql' }

interface Connection {
  readonly database: DatabaseSync
  readonly stored: Map<number, string>
}

const read = ({ type, value }: Value): SQLInputValue => {
  if (type === 'null' || value === undefined) return null
  return type === 'integer' || type === 'float' ? Number(value) : String(value)
}

const write = (value: SQLOutputValue): Value => {
  if (value === null) return { type: 'null' }
  return typeof value === 'number' ? { type: 'integer', value: String(value) } : { type: 'text', value: String(value) }
}

const execute = ({ database, stored }: Connection, { sql, sql_id = 0, args = [] }: Statement) => {
  const statement = database.prepare(sql ?? stored.get(sql_id) ?? '')
  statement.setReturnArrays(true)
  const rows = statement.all(...args.map(read)) as unknown as readonly (readonly SQLOutputValue[])[]
  const cols = statement.columns().map(({ name }) => ({ name, decltype: null }))
  return { cols, rows: rows.map((row) => row.map(write)), affected_row_count: 0, last_insert_rowid: null }
}

type Outcome = { readonly result: ReturnType<typeof execute> } | { readonly error: { readonly message: string } }

const attempt = (connection: Connection, statement: Statement): Outcome => {
  try {
    return { result: execute(connection, statement) }
  } catch (error) {
    return { error: { message: String(error) } }
  }
}

const holds = (connection: Connection, outcomes: readonly (Outcome | undefined)[], condition: Condition): boolean => {
  if (condition.type === 'ok') return 'result' in (outcomes[condition.step] ?? {})
  if (condition.type === 'error') return 'error' in (outcomes[condition.step] ?? {})
  if (condition.type === 'not') return !holds(connection, outcomes, condition.cond)
  if (condition.type === 'is_autocommit') return !connection.database.isTransaction
  const each = condition.conds.map((part) => holds(connection, outcomes, part))
  return condition.type === 'and' ? each.every(Boolean) : each.some(Boolean)
}

const respond = (connection: Connection, request: Request) => {
  if (request.type === 'execute') {
    const outcome = attempt(connection, request.stmt)
    if ('error' in outcome) return { type: 'error', ...outcome }
    return { type: 'ok', response: { type: 'execute', ...outcome } }
  }
  if (request.type === 'batch') {
    const outcomes: (Outcome | undefined)[] = []
    for (const { stmt, condition } of request.batch.steps)
      outcomes.push(!condition || holds(connection, outcomes, condition) ? attempt(connection, stmt) : undefined)
    const step_results = outcomes.map((outcome) => (outcome && 'result' in outcome ? outcome.result : null))
    const step_errors = outcomes.map((outcome) => (outcome && 'error' in outcome ? outcome.error : null))
    return { type: 'ok', response: { type: 'batch', result: { step_results, step_errors } } }
  }
  if (request.type === 'sequence') connection.database.exec(request.sql)
  if (request.type === 'store_sql') connection.stored.set(request.sql_id, request.sql)
  const response = { type: request.type, is_autocommit: !connection.database.isTransaction }
  return { type: 'ok', response }
}

/**
 * Starts a server with an empty database that speaks the protocol of libSQL over HTTP (Hrana 2), with what migrations need. It
 * accepts one token.
 */
export const startLibsqlServer = async (token: string) => {
  const connection = { database: new DatabaseSync(':memory:'), stored: new Map<number, string>() }
  const { origin, close } = await startLoopback(0, () => async (request, response) => {
    const isKnown = request.url === '/v2' || request.url === '/v2/pipeline'
    if (!isKnown || request.headers.authorization !== `Bearer ${token}`)
      return void response.writeHead(isKnown ? 401 : 404).end()
    const body = await text(request)
    if (body === '') return void response.end()
    const { requests } = JSON.parse(body) as { readonly requests: readonly Request[] }
    const isClosed = requests.some(({ type }) => type === 'close')
    const results = requests.map((each) => respond(connection, each))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ baton: isClosed ? null : 'the only one', base_url: null, results }))
  })
  return { url: `${origin.replace('http:', 'libsql:')}?tls=0`, close }
}
