import { expect, test } from 'vitest'
import { describeError } from '../../../core/src/errors/describe.ts'
import { location, makeSite } from '../../../core/test/support/site.ts'
import { nodeMemory, over } from '../databases.ts'

type Filled = ReturnType<typeof over<ReturnType<typeof nodeMemory>>>

const isKept = async (
  adapter: Filled['adapter'],
  token: Parameters<Filled['adapter']['createVerificationToken']>[0],
): Promise<boolean> => {
  try {
    await adapter.createVerificationToken(token)
    return true
  } catch {
    return false
  }
}

/** Fills a database until no page has room for another row, wherever in a table it belongs. */
const fill = async ({ adapter, database }: Filled): Promise<void> => {
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {}
  database.exec(`pragma max_page_count = ${Number(pages)}`)
  for (let refused = 0; refused < 50;) {
    const identifier = crypto.randomUUID().slice(0, 8)
    const token = { identifier, token: identifier, expires: new Date('2040-01-01') }
    refused = (await isKept(adapter, token)) ? 0 : refused + 1
  }
}

test('a disk that is full is an error with a type, told without what was to be written, until there is room', async () => {
  const it = over(nodeMemory())
  await it.adapter.migrate()
  await fill(it)
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
  const told = describeError(site.errors[0])
  expect(told).toMatch(/disk is full/)
  expect(told).not.toContain('ann.with')
  it.database.exec('pragma max_page_count = 1000000')
  await browser.post('/auth/signin/mail', { email })
  await browser.get(links[0] ?? '')
  expect((await browser.session())?.user?.email).toBe(email)
  it.close()
})
