import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
import { type Application, behindProxy, type Engine, engines } from './application.ts'
import { cases, cookieCase, databaseCases, secureCookieCase, type Case } from './cases.ts'
import { callAsClient, signInWithPassword, visit, type Visit } from './visit.ts'

const DIFFERENCES = join(import.meta.dirname, '../../../docs/reference/differences-from-authjs.md')

/** What an engine has to show. A difference counts only if the reference describes it. */
const expectedOf = async ({ expected }: Case, engine: Engine): Promise<unknown> => {
  if ('both' in expected) return expected.both
  expect(await readFile(DIFFERENCES, 'utf8')).toMatch(new RegExp(`^\\|[^|]*\\| \\*\\*${expected.row}`, 'm'))
  return engine === '@auth/core' ? expected.authjs : expected.authwright
}

/** Starts the application of an integration with an engine. */
export type Start = (engine: Engine, env?: Readonly<Record<string, string>>) => Promise<Application>

const asStarted = (app: Application): Application => app

/** How an application runs, and its cases. */
const ways: readonly {
  readonly way: string
  readonly strategy: 'jwt' | 'database'
  readonly reach: (app: Application) => Application
  readonly list: readonly Case[]
}[] = [
  { way: 'sessions in cookies', strategy: 'jwt', reach: asStarted, list: [...cases, cookieCase] },
  { way: 'a proxy that ends TLS', strategy: 'jwt', reach: behindProxy, list: [...cases, secureCookieCase] },
  { way: 'sessions in a database', strategy: 'database', reach: asStarted, list: databaseCases },
]

const checkCases = (start: Start, ran: readonly Engine[]): void => {
  describe.each(ran)('with %s', (engine) => {
    describe.each(ways)('and $way', ({ strategy, reach, list }) => {
      let app: Application
      beforeAll(async () => {
        app = reach(await start(engine, { STRATEGY: strategy }))
      })
      afterAll(() => app?.stop())

      test.each(list.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
        onTestFailed(() => console.log(app.output()))
        expect(await each.see(visit(app))).toStrictEqual(await expectedOf(each, engine))
      })
    })
  })
}

const sessionCookies = ({ browser }: Visit): readonly string[] =>
  browser.jar.list().flatMap(({ name }) => (name.includes('session-token') ? [name] : []))

/** Both applications have the host `localhost`, so the browser sends the cookies of one to the other. */
const checkMove = (start: Start): void => {
  test.each([
    ['over http', asStarted, 'authjs.session-token', 'authwright.session-token'],
    ['behind a proxy', behindProxy, '__Secure-authjs.session-token', '__Host-authwright.session-token'],
  ])('a user who signed in before the move stays signed in, %s', async (_way, reach, oldName, newName) => {
    const before = await start('@auth/core')
    onTestFinished(before.stop)
    let current = reach(before)
    const browser = openBrowser({ origin: current.origin, handler: (request) => current.send(request) })
    const old = visit(current, browser)
    await signInWithPassword(old)
    expect(sessionCookies(old)).toStrictEqual([oldName])
    const after = await start('@authwright/core')
    onTestFinished(after.stop)
    current = reach(after)
    const moved = visit(current, browser)
    for (const read of [moved.session, moved.session])
      expect(await read()).toMatchObject({ user: { name: 'ann' }, provider: 'credentials' })
    expect(sessionCookies(moved)).toStrictEqual([newName])
    await callAsClient(moved, '/signout', {})
    expect(await moved.session()).toBeNull()
    expect(sessionCookies(moved)).toStrictEqual([])
  })
}

/** Runs one application with both engines, or with one of them, and moves a user from one to the other. */
export const checkIntegration = (start: Start, ran: readonly Engine[] = engines): void => {
  checkCases(start, ran)
  checkMove(start)
}
