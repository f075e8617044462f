import { describe, expect, test } from 'vitest'
import { PAGE_ORIGIN, setUpPageScreen } from './page-screen.ts'
import { manyProviders, pageStates } from './page-states.ts'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import type { Page } from '../../src/types/page-props.ts'

const screen = setUpPageScreen()

const state = (name: string): Page => {
  const page = pageStates[name]
  if (page === undefined) throw new Error(`There is no state ${name}.`)
  return page
}

describe('without JavaScript', () => {
  const options = { javaScriptEnabled: false }

  test('each button of the sign-in page posts to its own address with the common fields', async () => {
    const { tab, requests, show } = await screen(options)
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
      expect(requests).toContain(`POST ${PAGE_ORIGIN}${path}`)
    }
    const fields = `csrfToken=t&callbackUrl=${encodeURIComponent('https://app.example.com/')}`
    expect(bodies).toEqual([fields, fields])
  })

  test('shows a long list completely and without a search field', async () => {
    const { tab, show } = await screen(options)
    await show(state('signin-many'))
    expect(await tab.getByRole('button', { name: 'Sign in with' }).count()).toBe(manyProviders.length + 1)
    expect(await tab.getByRole('searchbox').count()).toBe(0)
  })

  test('shows that passkeys need JavaScript', async () => {
    const { tab, show } = await screen(options)
    for (const name of ['signin', 'passkey']) {
      await show(state(name))
      expect(await tab.getByText('Passkeys need JavaScript').isVisible()).toBe(true)
    }
  })

  test('shows no button that needs a script', async () => {
    const { tab, show } = await screen(options)
    for (const name of ['signin', 'signin-methods', 'signin-passkey', 'passkey']) {
      await show(state(name))
      expect(await tab.getByRole('button', { name: /passkey/i }).count()).toBe(0)
    }
  })

  test('offers other languages in a collapsed list', async () => {
    const { tab, requests, show } = await screen(options)
    await show(state('signin'))
    expect(await tab.getByRole('link', { name: 'Deutsch' }).isVisible()).toBe(false)
    await tab.getByText('English').click()
    await tab.getByRole('link', { name: 'Deutsch' }).click()
    expect(requests.at(-1)).toBe(`GET ${PAGE_ORIGIN}/auth/page?lang=de`)
  })
})

describe('with JavaScript', () => {
  test.each([
    ['auto', 'light', 'light'],
    ['auto', 'dark', 'dark'],
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
  ] as const)('the scheme %s on a %s device loads only the %s logo', async (colorScheme, device, expected) => {
    const { tab, requests, show } = await screen({ colorScheme: device })
    const style = { bg: '#fff', text: '#000', logo: `${PAGE_ORIGIN}/light.svg`, logoDark: `${PAGE_ORIGIN}/dark.svg` }
    const providers = [{ id: 'acme', name: 'Acme', kind: 'redirect' as const, action: '/auth/signin/acme', style }]
    await show({ page: 'signin', props: { providers, callbackUrl: '/' } }, { theme: { colorScheme } })
    await tab.waitForLoadState('networkidle')
    expect(requests.filter((request) => request.endsWith('.svg'))).toEqual([`GET ${PAGE_ORIGIN}/${expected}.svg`])
    expect(await tab.locator('.icon img:visible').getAttribute('src')).toBe(`${PAGE_ORIGIN}/${expected}.svg`)
  })

  test('typing filters a long list without regard to case and accents, and Enter chooses the only match', async () => {
    const { tab, requests, show, problems } = await screen()
    await show(state('signin-many'))
    const field = tab.getByRole('searchbox')
    const shown = tab.locator('[data-name]').filter({ visible: true })
    await field.fill('ELAN')
    expect(await shown.count()).toBe(1)
    expect(await tab.getByRole('heading', { level: 2 }).filter({ visible: true }).allTextContents()).toEqual(['E'])
    await field.press('Enter')
    await tab.waitForURL('**/auth/signin/elan')
    expect(requests.at(-1)).toBe(`POST ${PAGE_ORIGIN}/auth/signin/elan`)
    expect(problems).toEqual([])
  })

  test('says that no provider matches', async () => {
    const { tab, show } = await screen()
    await show(state('signin-many'))
    const noMatch = tab.getByText('Nothing matches')
    expect(await noMatch.isVisible()).toBe(false)
    await tab.getByRole('searchbox').fill('qqq')
    expect(await noMatch.isVisible()).toBe(true)
    await tab.getByRole('searchbox').fill('')
    expect(await tab.locator('[data-name]').filter({ visible: true }).count()).toBe(manyProviders.length)
  })

  test('a form is marked as busy and not submitted twice', async () => {
    const { tab, requests, show } = await screen()
    await show(state('signout'))
    const result = await tab.evaluate(() => {
      const [form, button] = [document.forms[0], document.querySelector('button')]
      const prevented: boolean[] = []
      addEventListener('submit', (event) => prevented.push(event.defaultPrevented))
      form?.requestSubmit(button)
      form?.requestSubmit(button)
      return { prevented, busy: button?.getAttribute('aria-busy') }
    })
    expect(result).toEqual({ prevented: [false, true], busy: 'true' })
    await tab.waitForURL('**/auth/signout')
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  test('a form is ready again when the user comes back to the page', async () => {
    const { tab, show } = await screen()
    await show(state('signout'))
    const result = await tab.evaluate(() => {
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
    expect(result).toEqual({ sent: 'true', back: null })
  })

  test.each([
    ['signin-error', 'password', 'That did not match'],
    ['signin-wrong-password', 'password', 'That did not match'],
    ['signin-wrong-address', 'email', 'This email address cannot be used'],
    ['signin-mail-error', 'email', 'The email could not be sent'],
  ])('the cursor is in the field that %s is about, and the message describes it', async (name, field, message) => {
    const { tab, show } = await screen()
    await show(state(name))
    // The browser moves the focus when it draws the page, which can be after the `load` event.
    await tab.locator('input:focus').waitFor()
    const focused = await tab.evaluate(() => {
      const input = document.activeElement
      const text = document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent
      return { name: input?.getAttribute('name'), invalid: input?.getAttribute('aria-invalid'), text }
    })
    expect(focused).toEqual({ name: field, invalid: 'true', text: expect.stringContaining(message) })
  })

  test('the link in an error leads to the button that was used last', async () => {
    const { tab, show } = await screen()
    await show(state('signin-provider-error'))
    await tab.getByRole('alert').getByRole('link', { name: 'Sign in with Google' }).click()
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Sign in with Google Last used')
  })

  test("posts a provider's fields again at once", async () => {
    const { tab, requests, show } = await screen()
    await show(state('repost'))
    await tab.waitForURL('**/auth/callback/apple')
    expect(requests.at(-1)).toBe(`POST ${PAGE_ORIGIN}/auth/callback/apple`)
  })
})

test.each(builtInCatalog.offered)(
  'every step of the sign-in page fits a window of 400 × 720 pixels: %s',
  async (lang) => {
    const { tab, show } = await screen({ viewport: { width: 400, height: 720 } })
    const heights: Record<string, number> = {}
    for (const name of ['signin', 'signin-methods', 'signup', 'signup-methods']) {
      await show(state(name), { lang, theme: { name: 'Acme', terms: '/terms', privacy: '/privacy' } })
      heights[name] = await tab.evaluate(() => document.documentElement.scrollHeight)
    }
    expect(Object.entries(heights).filter(([, height]) => height > 720)).toEqual([])
  },
)
