import { createAuth } from '@authwright/core'
import { openBrowser } from '@authwright/testing'
import type { SqlAdapter } from '../../src/index.ts'

const ORIGIN = 'https://app.example.com'

/** A database with `size` sessions, a tenth as many users, and other rows in proportion. */
export interface FilledDatabase {
  readonly adapter: SqlAdapter
  readonly size: number
}

/** The number of a user: one from the middle of the table, and another one for each `i`. */
const userOf = (size: number, i: number): number => Math.floor(size / 20) + i

const openApplication = (adapter: SqlAdapter) => {
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    from: 'app@example.com',
    sendVerificationRequest: ({ url }: { url: string }): void => void links.push(url),
  }
  const auth = createAuth({ adapter, origin: ORIGIN, secret: 'the secret of a database that grows', providers: [mail] })
  return { handler: (request: Request) => auth.handle(request), links }
}

const assert = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message)
}

/** Checks sessions, each of another user. */
export const checkSessions = async ({ adapter, size }: FilledDatabase, times: number): Promise<void> => {
  const { handler } = openApplication(adapter)
  for (let i = 0; i < times; i += 1) {
    const cookie = `__Host-authwright.session-token=t${userOf(size, i) * 10}`
    const response = await handler(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))
    assert((await response.text()).includes(`u${userOf(size, i)}@example.org`), 'the user is not signed in')
  }
}

/** Signs in by an e-mail link, from the form to the session, each time as another user. */
export const signIn = async ({ adapter, size }: FilledDatabase, times: number): Promise<void> => {
  const { handler, links } = openApplication(adapter)
  for (let i = 0; i < times; i += 1) {
    const browser = openBrowser({ handler, origin: ORIGIN })
    await browser.post('/auth/signin/mail', { email: `u${userOf(size, i)}@example.org` })
    await browser.get(links.at(-1) ?? '')
    const { body } = await browser.get('/auth/session')
    assert(body.includes(`u${userOf(size, i)}@example.org`), 'the user is not signed in')
  }
}
