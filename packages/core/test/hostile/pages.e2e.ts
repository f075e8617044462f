import { expect, test } from 'vitest'
import type { Page } from '../../src/types/page-props.ts'
import { everyPageWith } from '../pages/pages-with-text.ts'
import { setUpPageScreen } from '../pages/page-screen.ts'
import { PAYLOADS } from './payloads.ts'

const screen = setUpPageScreen()

/** Without the repost page, which submits itself before the checks could run. Other tests read its markup. */
const kinds = Object.keys(everyPageWith('calm')).filter((kind): kind is Page['page'] => kind !== 'repost')

test.each(kinds)(
  'in Chromium hostile text on the page %s runs no code, sends no request and opens no window',
  async (kind) => {
    const { tab, problems, requests, show } = await screen()
    for (const payload of PAYLOADS) {
      await show(everyPageWith(payload)[kind], { theme: { brandColor: payload, buttonText: payload, logo: payload } })
      await tab.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)))
      expect({ payload, requests: requests.length, problems }).toEqual({ payload, requests: 1, problems: [] })
    }
  },
)

test('fields named after members of a form break neither the form nor its script', async () => {
  const names = ['action', 'method', 'submit', 'form', 'dataset', 'elements', 'addEventListener', 'csrf', 'parentNode']
  const fields = names.map((name) => ({ name, label: name, type: 'text' }))
  const provider = { id: 'c', name: 'C', kind: 'credentials' as const, action: '/auth/callback/c', fields }
  const { tab, requests, problems, show } = await screen()
  await show({ page: 'signin', props: { providers: [provider], csrfToken: 't', callbackUrl: '/' } })
  // Through the page itself, because the browser driver reads members of the form.
  await tab.evaluate(() => document.querySelector('button')?.click())
  await tab.waitForURL('**/auth/callback/c')
  expect(requests.at(-1)).toBe('POST https://app.example.com/auth/callback/c')
  expect(problems).toEqual([])
})
