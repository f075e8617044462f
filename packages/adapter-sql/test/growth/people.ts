import { createAuth } from '@authwright/core'
import { openBrowser } from '@authwright/testing'
import type { SqlAdapter } from '../../src/index.ts'

const ORIGIN = 'https://app.example.com'

/** What is done to a database with this many sessions, a tenth as many people, and other rows in proportion. */
export interface Work {
  readonly adapter: SqlAdapter
  readonly size: number
}

/** Somebody in the middle, and another one each time. */
const personOf = (size: number, time: number): number => Math.floor(size / 20) + time

const siteOf = (adapter: SqlAdapter) => {
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    from: 'app@example.com',
    sendVerificationRequest: ({ url }: { url: string }): void => void links.push(url),
  }
  const auth = createAuth({ adapter, origin: ORIGIN, secret: 's'.repeat(32), providers: [mail] })
  return { handler: (request: Request) => auth.handle(request), links }
}

const insist = (isRight: boolean, what: string): void => {
  if (!isRight) throw new Error(what)
}

/** `GET /session` for other people each time. */
export const checkSessions = async ({ adapter, size }: Work, times: number): Promise<void> => {
  const { handler } = siteOf(adapter)
  for (let i = 0; i < times; i += 1) {
    const cookie = `__Secure-authwright.session-token=t${personOf(size, i) * 10}`
    const answer = await handler(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))
    insist((await answer.text()).includes(`u${personOf(size, i)}@example.org`), 'nobody is signed in')
  }
}

/** Sign-ins by a link that was mailed, from the form to the session, of other people each time. */
export const signIn = async ({ adapter, size }: Work, times: number): Promise<void> => {
  const { handler, links } = siteOf(adapter)
  for (let i = 0; i < times; i += 1) {
    const browser = openBrowser({ handler, origin: ORIGIN })
    await browser.post('/auth/signin/mail', { email: `u${personOf(size, i)}@example.org` })
    await browser.get(links.at(-1) ?? '')
    const { body } = await browser.get('/auth/session')
    insist(body.includes(`u${personOf(size, i)}@example.org`), 'nobody is signed in')
  }
}
