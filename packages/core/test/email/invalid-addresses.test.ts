import { describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { InvalidEmail } from '../../src/errors.ts'
import type { EmailConfig } from '../../src/index.ts'
import { location, ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'

const FAILED = `${ORIGIN}/auth/signin?error=InvalidEmail`

const setUp = (more: Partial<EmailConfig> = {}) => {
  const mails: string[] = []
  const email: EmailConfig = {
    id: 'email',
    name: 'E-mail',
    type: 'email',
    sendVerificationRequest: ({ identifier }) => void mails.push(identifier),
    ...more,
  }
  return { ...setUpAuth({ providers: [email], adapter: memoryAdapter() }), mails }
}

describe.each(['ada@', 'ada@example,com', 'ada', ''])('the mistyped address "%s"', (typed) => {
  test('stays in the field, which has the message', async () => {
    const setup = setUp()
    const browser = setup.browser()
    expect(location(await browser.post('/auth/signin/email', { email: typed }))).toBe(FAILED)
    const page = await (await browser.get(FAILED)).text()
    const field = /<input[^>]* name="email"[^>]*>/.exec(page)?.[0]
    expect(field).toContain('aria-invalid="true"')
    expect(/ value="([^"]*)"/.exec(field ?? '')?.[1] ?? '').toBe(typed)
    expect(page).toMatch(/class="field-error" role="alert" id="error"><strong>This email address cannot be used</)
    expect(page).not.toContain('could not be sent')
    expect(setup.mails).toEqual([])
  })

  test('is no error in the log', async () => {
    const setup = setUp()
    await setup.browser().post('/auth/signin/email', { email: typed })
    expect(setup.errors).toEqual([])
    expect(setup.refusals).toMatchObject([{ message: 'InvalidEmail: The text is not one plain e-mail address' }])
  })

  test('is named to a script, as the client library with redirect: false', async () => {
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await setUp().browser().post('/auth/signin/email', { email: typed }, headers)
    expect([response.status, await response.json()]).toEqual([200, { url: FAILED }])
  })
})

test.each([
  ['InvalidEmail, which is no error in the log', new InvalidEmail('Not an address of the company'), 0],
  ['another error, which the log has', new TypeError('not a function'), 1],
])('normalizeIdentifier refuses an address by throwing %s', async (_name, thrown, count) => {
  const normalizeIdentifier = (): never => {
    throw thrown
  }
  const setup = setUp({ normalizeIdentifier })
  expect(location(await setup.browser().post('/auth/signin/email', { email: 'ada@example.org' }))).toBe(FAILED)
  expect(setup.errors).toHaveLength(count)
})
