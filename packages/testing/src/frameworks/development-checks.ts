import assert from 'node:assert/strict'
import type { Page } from '../page/page.ts'
import { assertIncludes, shownSession, signedIn, signIn, userName, type Check, type Site } from './check.ts'

/** Longer than a development server takes to compile a page. */
const DEADLINE = 45_000

/** After this time, a developer loads a page again. */
const REQUEST_TIMEOUT = 5000

const wait = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => void setTimeout(() => resolve(undefined), milliseconds))

/** The response of a server that may drop a request: that of Nuxt never responds to those that arrive while it restarts. */
const load = async (request: () => Promise<Page>): Promise<Page> => {
  const until = Date.now() + DEADLINE
  for (;;) {
    const page = await Promise.race([request(), wait(REQUEST_TIMEOUT)])
    if (page !== undefined) return page
    assert.ok(Date.now() < until, 'the development server does not respond')
  }
}

/** Waits until the server shows what the developer has written: it learns of a changed file some time later. */
const waitForPage = async (site: Site, path: string, text: string): Promise<void> => {
  const until = Date.now() + DEADLINE
  for (;;) {
    const { body } = await load(() => site.browser().get(path))
    if (body.includes(text)) return
    assert.ok(Date.now() < until, `"${text}" is not in ${body}`)
    await wait(100)
  }
}

const errorsOf = (site: Site): readonly string[] => site.logs().filter((line) => line.startsWith('error'))

/** What the framework's development server does. */
export const developmentChecks: readonly Check[] = [
  {
    id: 'C47',
    rule: 'keeps users signed in while the developer edits a page and the module with the config',
    needs: ['development'],
    run: async (_start, develop) => {
      const { site, edit } = await develop()
      const browser = await signedIn(site)
      for (const text of ['Goodbye', 'See you']) {
        await edit(text)
        await waitForPage(site, '/client', text)
        assert.equal(userName(shownSession(await load(() => browser.get('/')))), 'ada')
        assert.equal(userName((await load(() => browser.get('/auth/session'))).json()), 'ada')
        assert.equal((await load(() => signIn(site.browser(), { username: 'grace' }))).status, 302)
      }
      assert.deepEqual(errorsOf(site), [])
    },
  },
  {
    id: 'C47',
    rule: 'warns once of an unknown option while the developer edits the module with the config',
    needs: ['development'],
    run: async (_start, develop) => {
      const { site, edit } = await develop({ hasUnknownOption: true })
      const warnings = (): readonly string[] => site.logs().filter((line) => line.startsWith('warn'))
      await load(() => site.browser().get('/auth/session'))
      for (const text of ['Goodbye', 'See you']) {
        await edit(text)
        await waitForPage(site, '/client', text)
        assert.equal((await load(() => site.browser().get('/auth/session'))).status, 200)
        assert.equal(warnings().length, 1, warnings().join('\n'))
        assertIncludes(warnings()[0] ?? '', 'providres')
      }
    },
  },
  {
    id: 'C47',
    rule: 'shows an error page in development if AUTH_SECRET is missing, and names it in the log',
    needs: ['development'],
    run: async (_start, develop) => {
      const { site } = await develop({ environment: { AUTH_TRUST_HOST: 'true' } })
      const page = await site.browser().get('/auth/signin')
      assert.equal(page.status, 500)
      assertIncludes(page.headers.get('content-type') ?? '', 'text/html')
      const [error = ''] = errorsOf(site)
      assertIncludes(error, 'MissingSecret')
      const [, reference = 'no reference'] = /"reference":"(\w+)"/.exec(error) ?? []
      assertIncludes(page.body, reference)
      // A page of the application, which reads the session. Nuxt writes a slash as an entity.
      const own = await load(() => site.browser().get('/'))
      for (const part of ['openssl rand -base64 33', 'missingsecret.md']) assertIncludes(own.body, part)
    },
  },
]
