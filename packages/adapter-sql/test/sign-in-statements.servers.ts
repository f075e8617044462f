import { location, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** What a statement does, in two words, such as `insert users`. */
const summary = (sql: string): string => {
  const [, command = '', table = ''] = /^(\w+)(?:.*?(?:from|into|update) [`"](\w+))?/i.exec(sql) ?? []
  return `${command} ${table}`.trim()
}

interface Statements {
  readonly newUser: readonly string[]
  readonly returningUser: readonly string[]
  readonly signOut: readonly string[]
}

const common: Statements = {
  newUser: ['insert counters', 'select accounts', 'select users', 'insert users', 'insert accounts', 'insert sessions'],
  returningUser: ['insert counters', 'select accounts', 'insert sessions'],
  signOut: ['delete sessions'],
}

/** Without `returning`, the adapter also reads the rows that it returns. */
const withoutReturning: Statements = {
  newUser: [
    ...['insert counters', 'select counters', 'select accounts', 'select users', 'insert users', 'select users'],
    ...['insert accounts', 'select accounts', 'insert sessions'],
  ],
  returningUser: ['insert counters', 'select counters', 'select accounts', 'insert sessions'],
  signOut: ['select sessions', 'delete sessions'],
}

const defineTests = (kind: EngineKind) => {
  const reason = kind.whyNot()
  const executed: string[] = []
  let server: EngineServer
  let engine: Engine
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
  })
  afterAll(async () => {
    await engine?.close()
    await server?.close()
  })

  /** The statements of some work, without those that begin and end transactions. */
  const record = async (work: () => Promise<unknown>) => {
    executed.length = 0
    await work()
    return executed.map(summary).filter((statement) => statement.includes(' '))
  }
  const start = async (browser: TestBrowser) =>
    location(await browser.post('/auth/signin/oa', { callbackUrl: '/home' }))
  const finish = async (browser: TestBrowser, address: string, id: string) => {
    provider.profile = { id, email: `${id}@example.org`, name: id }
    expect(location(await browser.get(callbackUrl(address)))).toBe(`${ORIGIN}/home`)
  }

  test('the statements of a sign-in, of a session check and of a sign-out', async () => {
    const adapter = engine.recorded((sql) => executed.push(sql))
    const { browser } = setUpAuth({ adapter, providers: [provider.config({ emailVerified: () => true })] })
    // The first sign-in also reads the columns of the tables.
    const [first, ada, again] = [browser(), browser(), browser()]
    await finish(first, await start(first), 'first')

    const expected = kind === engines.mariadb ? withoutReturning : common
    const addressOfAda = await start(ada)
    expect(await record(() => finish(ada, addressOfAda, 'ada'))).toEqual(expected.newUser)
    const addressAgain = await start(again)
    expect(await record(() => finish(again, addressAgain, 'ada'))).toEqual(expected.returningUser)
    expect(await record(() => again.session())).toEqual(['select sessions'])
    expect(await record(() => again.post('/auth/signout'))).toEqual(expected.signOut)
  })
}

describe.each(Object.values(engines).map((kind) => [kind.name, kind] as const))('over %s', (_name, kind) => {
  defineTests(kind)
})
