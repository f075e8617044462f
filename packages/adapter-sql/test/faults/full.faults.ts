import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf, startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, makeSite } from '@authwright/test-kit/site'
import { nodeMemory, over } from '../databases.ts'

type Filled = ReturnType<typeof over<ReturnType<typeof nodeMemory>>>

const isKept = async (write: () => unknown): Promise<boolean> => {
  try {
    await write()
    return true
  } catch {
    return false
  }
}

/** Fills a database until no page has room for another row of one kind, wherever in its table it belongs. */
const fill = async ({ database }: Filled, write: (id: string) => unknown): Promise<void> => {
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {}
  database.exec(`pragma max_page_count = ${Number(pages)}`)
  for (let refused = 0; refused < 50;) {
    const id = crypto.randomUUID().slice(0, 8)
    refused = (await isKept(() => write(id))) ? 0 : refused + 1
  }
}

const later = new Date('2040-01-01')

test('a disk that is full is an error with a type, told without what was to be written, until there is room', async () => {
  const it = over(nodeMemory())
  await it.adapter.migrate()
  await fill(it, (id) => it.adapter.createVerificationToken({ identifier: id, token: id, expires: later }))
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { readonly url: string }) => void links.push(url),
  }
  const site = makeSite({ providers: [mail], adapter: it.adapter })
  const browser = site.browser()
  const email = 'ann.with.a.long.name@example.org'
  const refused = await browser.post('/auth/signin/mail', { email })
  expect(location(refused)).toContain('error=Configuration')
  expect(links).toEqual([])
  expect(site.errors).toMatchObject([{ type: 'AdapterError' }])
  const told = inspect(site.errors[0])
  expect(told).toMatch(/disk is full/)
  expect(told).not.toContain('ann.with')
  it.database.exec('pragma max_page_count = 1000000')
  await browser.post('/auth/signin/mail', { email })
  await browser.get(links[0] ?? '')
  expect((await browser.session())?.user?.email).toBe(email)
  it.close()
})

describe('a first sign-in while the disk is full', () => {
  let provider: TestProvider
  beforeAll(async () => void (provider = await startProvider()))
  afterAll(() => provider.close())

  const user = { email: 'somebody@example.org', emailVerified: null }
  const rows: readonly (readonly [call: string, write: (it: Filled, id: string) => unknown])[] = [
    ['createUser', ({ adapter }, id) => adapter.createUser({ ...user, id, email: `${id}@example.org` })],
    [
      'linkAccount',
      ({ adapter }, id) => adapter.linkAccount({ userId: '1', type: 'oauth', provider: 'oa', providerAccountId: id }),
    ],
  ]

  test.each(rows)(
    'keeps neither profile nor tokens, names the call that failed (%s), and goes well later',
    async (call, write) => {
      const it = over(nodeMemory())
      await it.adapter.migrate()
      await it.adapter.createUser({ ...user, id: '1' })
      await fill(it, (id) => write(it, id))
      const site = makeSite({ providers: [provider.config()], adapter: it.adapter })
      const name = 'Ann of the long name '.repeat(12).trim()
      provider.person = { id: 'ann', name, email: 'ann@example.org' }
      const browser = site.browser()
      const enter = async (): Promise<string> =>
        location(await browser.get(answerOf(location(await browser.post('/auth/signin/oa')))))
      expect(await enter()).toContain('error=Configuration')
      expect(await browser.session()).toBeNull()
      const [error] = site.errors
      expect(error).toMatchObject({ type: 'AdapterError', message: `${call} failed` })
      const told = inspect(error)
      expect(told).toMatch(/disk is full/)
      for (const value of ['Ann of', 'ann@example.org', 'at-1']) expect(told).not.toContain(value)
      expect(await it.adapter.getUserByEmail('ann@example.org')).toBeNull()
      it.database.exec('pragma max_page_count = 1000000')
      await enter()
      expect((await browser.session())?.user).toMatchObject({ name, email: 'ann@example.org' })
      it.close()
    },
  )
})
