import assert from 'node:assert/strict'
import type { Check, SessionTypes } from './check.ts'

/** A module of an application that extends the session. Each member of `Claims` fails to compile if it is not `true`. */
const extendedSession = ({ module, session }: SessionTypes): string => `
import type { Account, Profile, Session, User } from '${module}'

declare module '${module}' {
  interface Session {
    contractRole: 'admin' | 'user'
  }
}

type IsSame<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false
type IsKnown<Type> = 0 extends 1 & Type ? false : true
type Holds<Claim extends true> = Claim
type Shown = NonNullable<${session}>

export type Claims = [
  Holds<IsSame<Session['contractRole'], 'admin' | 'user'>>,
  Holds<IsSame<Shown['contractRole'], 'admin' | 'user'>>,
  Holds<IsSame<Shown['expires'], string>>,
  Holds<IsKnown<Shown['user']>>,
  Holds<IsKnown<NonNullable<Shown['user']>['name']>>,
  Holds<IsKnown<User['id']>>,
  Holds<IsKnown<Account['provider']>>,
  Holds<IsKnown<Profile['email']>>,
]
`

/** What only code of the server says: a variable, the name of a cookie, and the options of the test application. */
const SERVER_TEXTS = ['AUTH_SECRET', 'session-token', 'CONTRACT_OPTIONS'] as const

/** What users get who install the packages and build an application. */
export const buildChecks: readonly Check[] = [
  {
    id: 'C50',
    rule: 'compiles with TypeScript 6 and 7 when installed, and knows what the application adds to a session',
    needs: ['types'],
    run: async (_start, _develop, { compile, types }) => {
      const module = extendedSession(types)
      const reports = await compile(module)
      assert.deepEqual(
        reports,
        reports.map(() => ''),
      )
      assert.ok(reports.length > 0, 'no compiler ran')
      // Shows that the module is compiled.
      for (const report of await compile(`${module}export const wrong: Session['contractRole'] = 'owner'\n`))
        assert.match(report, /Type '"owner"' is not assignable/)
    },
  },
  {
    id: 'C50',
    rule: 'sends no code of the server to browsers',
    needs: ['browser-build'],
    run: async (_start, _develop, { browserCode }) => {
      const code = (await browserCode?.()) ?? ''
      assert.ok(code.length > 1000, 'the build has no code for browsers')
      for (const text of SERVER_TEXTS) assert.ok(!code.includes(text), `${text} is in the code for browsers`)
    },
  },
]
