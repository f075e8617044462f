// An application in its own process, which can kill itself at one call of the adapter. crash-process.ts bundles and starts it.
import { flushCompileCache } from 'node:module'
import type { Adapter } from '@authwright/core/adapters'
import { passkeyConfig } from '@authwright/test-kit/fault-matrix/passkeys/config'
import { setUpFaults, type FaultSetup } from '@authwright/test-kit/fault-matrix/fault-setup'
import { postgresAdapter } from '../../src/postgres.ts'
import { sqliteAdapter } from '../../src/sqlite.ts'
import type { Order, Result } from './crash-process.ts'

const [database = '', issuer = ''] = process.argv.slice(2)

let order: Order | undefined
let calls: string[] = []

/** Kills the process without any cleanup. */
const killAt = (when: 'before' | 'after', at: number): Promise<void> | undefined => {
  const { kill } = order ?? {}
  if (kill === undefined || kill.at !== at || kill.when !== when) return undefined
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const countCall = async (name: string, call: () => unknown): Promise<unknown> => {
  if (order?.isWatched !== true) return call()
  const at = calls.push(name) - 1
  await killAt('before', at)
  const result = await call()
  await killAt('after', at)
  return result
}

const withKills = (adapter: Adapter): Adapter =>
  new Proxy(adapter, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(adapter, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      const work = (inner: (within: Adapter) => unknown) => (within: Adapter) => inner(withKills(within))
      return (...given: never[]) =>
        countCall(name, () => Reflect.apply(member, adapter, name === 'transaction' ? given.map(work) : given))
    },
  })

// Hundreds of these processes start, so each loads only the client library that it needs.
const open = async (): Promise<Adapter> => {
  if (!database.startsWith('postgres:')) return sqliteAdapter({ path: database, migrate: false })
  const { default: pg } = await import('pg')
  return postgresAdapter({ pool: new pg.Pool({ connectionString: database, max: 3 }), migrate: false })
}

const opened = open().then(withKills)
const setups = new Map<string, FaultSetup>()

const setupFor = async ({ strategy, hasPasskeys }: Order): Promise<FaultSetup> => {
  const name = `${strategy} ${hasPasskeys}`
  const adapter = await opened
  const setup = setups.get(name) ?? setUpFaults(adapter, issuer, strategy, hasPasskeys ? passkeyConfig : {})
  setups.set(name, setup)
  return setup
}

const serve = async (given: Order): Promise<Result> => {
  const setup = await setupFor(given)
  setup.time.forward(given.now - setup.time.now())
  setup.credentials.userId = given.userId
  order = given
  calls = []
  const { url, headers, ...init } = given.request
  const lines = headers.map(([name, value]): [string, string] => [name, value])
  const response = await setup.auth.handle(new Request(url, { ...init, headers: lines }))
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
    links: setup.links.splice(0),
    codes: setup.codes.splice(0),
    errors: setup.errors.splice(0).map((error) => String('type' in error ? error.type : error)),
    calls,
  }
}

process.on('message', (given: (Order & { readonly id: string }) | 'flush the compile cache') => {
  // A process that is killed does not write its compile cache for the next ones.
  if (given === 'flush the compile cache') flushCompileCache()
  else void serve(given).then((result) => process.send?.({ ...result, id: given.id }))
})
process.once('disconnect', () => process.exit())
void opened.then(() => process.send?.('ready'))
