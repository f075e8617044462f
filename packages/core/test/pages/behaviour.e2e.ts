import { describe, expect, test } from 'vitest'
import { SITE, setScreen } from './screen.ts'
import { many, states } from './states.ts'
import type { Page } from '../../src/types/page-props.ts'

const screen = setScreen()

const state = (name: string): Page => {
  const page = states[name]
  if (page === undefined) throw new Error(`There is no state ${name}.`)
  return page
}

describe('without JavaScript', () => {
  const options = { javaScriptEnabled: false }

  test('each button of the sign-in page posts to its own address with the common fields', async () => {
    const { tab, asked, show } = await screen(options)
    const bodies: (string | null)[] = []
    tab.on('request', (request) => {
      if (request.method() === 'POST') bodies.push(request.postData())
    })
    for (const [name, path] of [
      ['Sign in with GitHub', '/auth/signin/github'],
      ['Sign in with Acme', '/auth/signin/acme'],
    ] as const) {
      await show(state('signin'))
      await tab.getByRole('button', { name }).click()
      expect(asked).toContain(`POST ${SITE}${path}`)
    }
    const fields = `csrfToken=t&callbackUrl=${encodeURIComponent('https://app.example.com/')}`
    expect(bodies).toEqual([fields, fields])
  })

  test('a long list stands whole and shows no field that would do nothing', async () => {
    const { tab, show } = await screen(options)
    await show(state('signin-many'))
    expect(await tab.getByRole('button', { name: 'Sign in with' }).count()).toBe(many.length + 1)
    expect(await tab.getByRole('searchbox').count()).toBe(0)
  })

  test('a page with a passkey says that it needs JavaScript', async () => {
    const { tab, show } = await screen(options)
    for (const name of ['signin', 'passkey']) {
      await show(state(name))
      expect(await tab.getByText('Passkeys need JavaScript').isVisible()).toBe(true)
    }
  })

  test('another language is one unfolded list away', async () => {
    const { tab, asked, show } = await screen(options)
    await show(state('signin'))
    expect(await tab.getByRole('link', { name: 'Deutsch' }).isVisible()).toBe(false)
    await tab.getByText('English').click()
    await tab.getByRole('link', { name: 'Deutsch' }).click()
    expect(asked.at(-1)).toBe(`GET ${SITE}/auth/page?lang=de`)
  })
})

describe('with JavaScript', () => {
  test.each([
    ['auto', 'light', 'day'],
    ['auto', 'dark', 'night'],
    ['light', 'dark', 'day'],
    ['dark', 'light', 'night'],
  ] as const)(
    'the scheme %s on a %s device asks for the picture of the %s alone',
    async (colorScheme, device, wanted) => {
      const { tab, asked, show } = await screen({ colorScheme: device })
      const style = { bg: '#fff', text: '#000', logo: `${SITE}/day.svg`, logoDark: `${SITE}/night.svg` }
      const providers = [{ id: 'acme', name: 'Acme', kind: 'redirect' as const, action: '/auth/signin/acme', style }]
      await show({ page: 'signin', props: { providers, callbackUrl: '/' } }, { theme: { colorScheme } })
      await tab.waitForLoadState('networkidle')
      expect(asked.filter((line) => line.endsWith('.svg'))).toEqual([`GET ${SITE}/${wanted}.svg`])
      expect(await tab.locator('.icon img:visible').getAttribute('src')).toBe(`${SITE}/${wanted}.svg`)
    },
  )

  test('a list is narrowed by typing, without regard to case and accents, and Enter takes the only one left', async () => {
    const { tab, asked, show, noticed } = await screen()
    await show(state('signin-many'))
    const field = tab.getByRole('searchbox')
    const shown = tab.locator('[data-name]').filter({ visible: true })
    await field.fill('ELAN')
    expect(await shown.count()).toBe(1)
    expect(await tab.getByRole('heading', { level: 2 }).filter({ visible: true }).allTextContents()).toEqual(['E'])
    await field.press('Enter')
    await tab.waitForURL('**/auth/signin/elan')
    expect(asked.at(-1)).toBe(`POST ${SITE}/auth/signin/elan`)
    expect(noticed).toEqual([])
  })

  test('what matches nothing is said to match nothing', async () => {
    const { tab, show } = await screen()
    await show(state('signin-many'))
    const none = tab.getByText('Nothing matches')
    expect(await none.isVisible()).toBe(false)
    await tab.getByRole('searchbox').fill('qqq')
    expect(await none.isVisible()).toBe(true)
    await tab.getByRole('searchbox').fill('')
    expect(await tab.locator('[data-name]').filter({ visible: true }).count()).toBe(many.length)
  })

  test('a form is not sent twice while it is on its way, and says that it is', async () => {
    const { tab, asked, show } = await screen()
    await show(state('signout'))
    const seen = await tab.evaluate(() => {
      const [form, button] = [document.forms[0], document.querySelector('button')]
      const stopped: boolean[] = []
      addEventListener('submit', (event) => stopped.push(event.defaultPrevented))
      form?.requestSubmit(button)
      form?.requestSubmit(button)
      return { stopped, busy: button?.getAttribute('aria-busy') }
    })
    expect(seen).toEqual({ stopped: [false, true], busy: 'true' })
    await tab.waitForURL('**/auth/signout')
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1)
  })

  test('a form is ready again when the person comes back', async () => {
    const { tab, show } = await screen()
    await show(state('signout'))
    const seen = await tab.evaluate(() => {
      const [form, button] = [document.forms[0], document.querySelector('button')]
      form?.addEventListener('submit', (event) => event.stopPropagation(), { once: true })
      const send = (): string | null | undefined => {
        form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }))
        return button?.getAttribute('aria-busy')
      }
      send()
      const sent = send()
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return { sent, back: button?.getAttribute('aria-busy') }
    })
    expect(seen).toEqual({ sent: 'true', back: null })
  })

  test('the links of an error lead to the fields that it is about', async () => {
    const { tab, show } = await screen()
    await show(state('signin-error'))
    await tab.getByRole('alert').getByRole('link', { name: 'Password' }).click()
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await show(state('verify-request-wrong'))
    await tab.getByRole('alert').getByRole('link', { name: 'Code' }).click()
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
  })

  test("a provider's post is sent on at once, with its fields", async () => {
    const { tab, asked, show } = await screen()
    await show(state('repost'))
    await tab.waitForURL('**/auth/callback/apple')
    expect(asked.at(-1)).toBe(`POST ${SITE}/auth/callback/apple`)
  })
})
