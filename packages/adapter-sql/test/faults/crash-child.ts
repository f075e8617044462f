// A site in a process of its own, which can be told to die at one call of the database. Bundled and started by crash-process.ts.
import { flushCompileCache } from 'node:module'
import type { Adapter } from '@authwright/core/adapters'
import { passkeyConfig } from '@authwright/test-kit/fault-matrix/passkeys/config'
import { makeWorld, type World } from '@authwright/test-kit/fault-matrix/setup'
import { postgresAdapter } from '../../src/postgres.ts'
import { sqliteAdapter } from '../../src/sqlite.ts'
import type { Answer, Order } from './crash-process.ts'

const [database = '', issuer = ''] = process.argv.slice(2)

let order: Order | undefined
let calls: string[] = []

/** Dies as a process does that the operating system kills: nothing is said to anybody. */
const dieAt = (when: 'before' | 'after', at: number): Promise<void> | undefined => {
  const { dies } = order ?? {}
  if (dies === undefined || dies.at !== at || dies.when !== when) return undefined
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const counted = async (name: string, call: () => unknown): Promise<unknown> => {
  if (order?.isWatched !== true) return call()
  const at = calls.push(name) - 1
  await dieAt('before', at)
  const answer = await call()
  await dieAt('after', at)
  return answer
}

const mortal = (adapter: Adapter): Adapter =>
  new Proxy(adapter, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(adapter, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      const work = (inner: (within: Adapter) => unknown) => (within: Adapter) => inner(mortal(within))
      return (...given: never[]) =>
        counted(name, () => Reflect.apply(member, adapter, name === 'transaction' ? given.map(work) : given))
    },
  })

// Hundreds of these are started: none loads what only others need.
const open = async (): Promise<Adapter> => {
  if (!database.startsWith('postgres:')) return sqliteAdapter({ path: database, migrate: false })
  const { default: pg } = await import('pg')
  return postgresAdapter({ pool: new pg.Pool({ connectionString: database, max: 3 }), migrate: false })
}

const opened = open().then(mortal)
const worlds = new Map<string, World>()

const worldOf = async ({ strategy, hasPasskeys }: Order): Promise<World> => {
  const name = `${strategy} ${hasPasskeys}`
  const adapter = await opened
  const world = worlds.get(name) ?? makeWorld(adapter, issuer, strategy, hasPasskeys ? passkeyConfig : {})
  worlds.set(name, world)
  return world
}

const serve = async (given: Order): Promise<Answer> => {
  const world = await worldOf(given)
  world.time.forward(given.now - world.time.now())
  world.credentials.userId = given.userId
  order = given
  calls = []
  const { url, headers, ...init } = given.request
  const lines = headers.map(([name, value]): [string, string] => [name, value])
  const response = await world.auth.handle(new Request(url, { ...init, headers: lines }))
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
    links: world.links.splice(0),
    codes: world.codes.splice(0),
    errors: world.errors.splice(0).map((error) => String('type' in error ? error.type : error)),
    calls,
  }
}

process.on('message', (given: (Order & { readonly id: string }) | 'keep what was compiled') => {
  // Processes that are killed keep nothing of it for those that come after them.
  if (given === 'keep what was compiled') flushCompileCache()
  else void serve(given).then((answer) => process.send?.({ ...answer, id: given.id }))
})
process.once('disconnect', () => process.exit())
void opened.then(() => process.send?.('ready'))
