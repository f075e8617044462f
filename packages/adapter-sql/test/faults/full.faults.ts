import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth } from '@authwright/test-kit/auth-setup'
import { nodeMemory, over } from '../databases.ts'

type Opened = ReturnType<typeof over<ReturnType<typeof nodeMemory>>>

const isStored = async (write: () => unknown): Promise<boolean> => {
  try {
    await write()
    return true
  } catch {
    return false
  }
}

/** Fills a database until no page has room for another row of one kind, whatever its key. */
const fill = async ({ database }: Opened, write: (id: string) => unknown): Promise<void> => {
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {}
  database.exec(`pragma max_page_count = ${Number(pages)}`)
  for (let refused = 0; refused < 50;) {
    const id = crypto.randomUUID().slice(0, 8)
    refused = (await isStored(() => write(id))) ? 0 : refused + 1
  }
}

const later = new Date('2040-01-01')

test('a full disk is an `AdapterError` without the written values, until there is room', async () => {
  const opened = over(nodeMemory())
  await opened.adapter.migrate()
  await fill(opened, (id) => opened.adapter.createVerificationToken({ identifier: id, token: id, expires: later }))
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { readonly url: string }) => void links.push(url),
  }
  const setup = setUpAuth({ providers: [mail], adapter: opened.adapter })
  const browser = setup.browser()
  const email = 'ann.with.a.long.name@example.org'
  const refused = await browser.post('/auth/signin/mail', { email })
  expect(location(refused)).toContain('error=Configuration')
  expect(links).toEqual([])
  expect(setup.errors).toMatchObject([{ type: 'AdapterError' }])
  const text = inspect(setup.errors[0])
  expect(text).toMatch(/disk is full/)
  expect(text).not.toContain('ann.with')
  opened.database.exec('pragma max_page_count = 1000000')
  await browser.post('/auth/signin/mail', { email })
  await browser.get(links[0] ?? '')
  expect((await browser.session())?.user?.email).toBe(email)
  opened.close()
})

describe('a first sign-in while the disk is full', () => {
  let provider: TestProvider
  beforeAll(async () => void (provider = await startProvider()))
  afterAll(() => provider.close())

  const user = { email: 'user@example.org', emailVerified: null }
  const rows: readonly (readonly [call: string, write: (opened: Opened, id: string) => unknown])[] = [
    ['createUser', ({ adapter }, id) => adapter.createUser({ ...user, id, email: `${id}@example.org` })],
    [
      'linkAccount',
      ({ adapter }, id) => adapter.linkAccount({ userId: '1', type: 'oauth', provider: 'oa', providerAccountId: id }),
    ],
  ]

  test.each(rows)('stores nothing, names the call that failed (%s), and succeeds later', async (call, write) => {
    const opened = over(nodeMemory())
    await opened.adapter.migrate()
    await opened.adapter.createUser({ ...user, id: '1' })
    await fill(opened, (id) => write(opened, id))
    const setup = setUpAuth({ providers: [provider.config()], adapter: opened.adapter })
    const name = 'Ann of the long name '.repeat(12).trim()
    provider.profile = { id: 'ann', name, email: 'ann@example.org' }
    const browser = setup.browser()
    const signIn = async (): Promise<string> =>
      location(await browser.get(callbackUrl(location(await browser.post('/auth/signin/oa')))))
    expect(await signIn()).toContain('error=Configuration')
    expect(await browser.session()).toBeNull()
    const [error] = setup.errors
    expect(error).toMatchObject({ type: 'AdapterError', message: `${call} failed` })
    const text = inspect(error)
    expect(text).toMatch(/disk is full/)
    for (const value of ['Ann of', 'ann@example.org', 'at-1']) expect(text).not.toContain(value)
    expect(await opened.adapter.getUserByEmail('ann@example.org')).toBeNull()
    opened.database.exec('pragma max_page_count = 1000000')
    await signIn()
    expect((await browser.session())?.user).toMatchObject({ name, email: 'ann@example.org' })
    opened.close()
  })
})
