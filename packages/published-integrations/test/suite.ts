import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
import { type Application, type Engine, engines } from './application.ts'
import { cases, databaseCases, type Case } from './cases.ts'
import { callAsClient, signInWithPassword, visit, type Visit } from './visit.ts'

const GUIDE = join(import.meta.dirname, '../../../docs/migrating-from-authjs.md')

/** What an engine has to show. A difference counts only if the guide describes it. */
const expectedOf = async ({ expected }: Case, engine: Engine): Promise<unknown> => {
  if ('both' in expected) return expected.both
  expect(await readFile(GUIDE, 'utf8')).toMatch(new RegExp(`^\\|[^|]*\\| \\*\\*${expected.row}`, 'm'))
  return engine === '@auth/core' ? expected.authjs : expected.authwright
}

/** Starts the application of an integration with an engine. */
export type Start = (engine: Engine, env?: Readonly<Record<string, string>>) => Promise<Application>

const stores: readonly (readonly [string, string, readonly Case[]])[] = [
  ['cookies', 'jwt', cases],
  ['a database', 'database', databaseCases],
]

const checkCases = (start: Start): void => {
  describe.each(engines)('with %s', (engine) => {
    describe.each(stores)('and sessions in %s', (_store, strategy, list) => {
      let app: Application
      beforeAll(async () => {
        app = await start(engine, { STRATEGY: strategy })
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
  test('a user who signed in before the move stays signed in, and can sign out', async () => {
    const before = await start('@auth/core')
    onTestFinished(before.stop)
    const old = visit(before)
    await signInWithPassword(old)
    expect(sessionCookies(old)).toStrictEqual(['authjs.session-token'])
    const after = await start('@authwright/core')
    onTestFinished(after.stop)
    const moved = visit(after, old.browser)
    for (const read of [moved.session, moved.session])
      expect(await read()).toMatchObject({ user: { name: 'ann' }, provider: 'credentials' })
    expect(sessionCookies(moved)).toStrictEqual(['authwright.session-token'])
    await callAsClient(moved, '/signout', {})
    expect(await moved.session()).toBeNull()
    expect(sessionCookies(moved)).toStrictEqual([])
  })
}

/** Runs one application with both engines, and moves a user from one to the other. */
export const checkIntegration = (start: Start): void => {
  checkCases(start)
  checkMove(start)
}
