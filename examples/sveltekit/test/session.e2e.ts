import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { setupDemo } from './stage.ts'
import {
  readSession,
  readUser,
  chooseUser,
  enterPassword,
  expectPath,
  expectSignedIn,
  expectSignedOut,
  goToProvider,
  rename,
} from './steps.ts'

const setup = setupDemo()

const signInAs = async (name: string): Promise<Page> => {
  const page = await setup.visit()
  await page.goto('/')
  await goToProvider(page)
  await chooseUser(page, name)
  await expectSignedIn(page, name)
  return page
}

const chooseStrategy = async (page: Page, name: string): Promise<void> => {
  const chosen = page.getByRole('button', { name, pressed: true })
  if (await chosen.isVisible()) return
  await page.getByRole('button', { name }).click()
  await chosen.waitFor()
}

describe('a session', () => {
  test('is shown as the server returns it', async () => {
    const page = await signInAs('Ann Archer')
    const shown: unknown = JSON.parse((await page.getByTestId('session').textContent()) ?? '')
    expect(shown).toEqual(await readSession(page))
    expect(shown).toMatchObject({ user: { name: 'Ann Archer', email: 'ann@example.com' } })
  })

  test('ends with the client function', async () => {
    const page = await signInAs('Ann Archer')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
    expect(await readSession(page)).toBeNull()
  })

  test('ends with the form action', async () => {
    const page = await signInAs('Ann Archer')
    await page.getByRole('link', { name: 'Sign out with a form' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
    expect(await readSession(page)).toBeNull()
  })

  test('ends in every tab of the browser', async () => {
    const page = await signInAs('Ann Archer')
    const other = await page.context().newPage()
    await other.goto('/')
    // The page listens after hydration, when its buttons are enabled.
    await other.getByRole('button', { name: 'Sign out', exact: true }).click({ trial: true })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await other.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
    expect(await readSession(other)).toBeNull()
  })

  test('cannot be used with a copied cookie after the sign-out', async () => {
    const page = await signInAs('Ann Archer')
    const kept = await page.context().cookies()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
    await page.context().addCookies(kept)
    expect(await readSession(page)).toBeNull()
  })
})

describe('a signed-in user', () => {
  test('links an account at the provider, and can sign in with it as the same user', async () => {
    const page = await setup.visit()
    await page.goto('/')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    const before = await readUser(page)
    await page.goto('/signin')
    await goToProvider(page)
    await chooseUser(page, 'Dana Demo')
    await page.getByRole('button', { name: /^Connect / }).click()
    await page.getByText('Account at demo-oidc linked').waitFor()
    expect(await readUser(page)).toEqual(before)

    const later = await setup.visit()
    await later.goto('/signin')
    await goToProvider(later)
    await chooseUser(later, 'Dana Demo')
    await later.getByTestId('name').waitFor()
    expect(await readUser(later)).toEqual(before)
  })
})

describe.each(['A row in the database', 'An encrypted cookie'])('a session stored as: %s', (strategy) => {
  const signIn = async (): Promise<Page> => {
    const page = await setup.visit()
    await page.goto('/')
    await chooseStrategy(page, strategy)
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    return page
  }

  test('survives a restart of the server', async () => {
    const page = await signIn()
    const before = await readSession(page)
    await setup.restart()
    await page.goto('/')
    await page.getByTestId('name').waitFor()
    expect(await readSession(page)).toEqual(before)
  })

  test('keeps a valid new name', async () => {
    const page = await signIn()
    // Another name per strategy, because both use the same user.
    const name = `Dana of ${strategy}`
    await rename(page, name)
    await expectSignedIn(page, name)
    expect(await readSession(page)).toMatchObject({ user: { name, email: 'demo@example.com' } })
    await page.reload()
    await expectSignedIn(page, name)
  })

  test('rejects an invalid name, and ignores other data', async () => {
    const page = await signIn()
    const before = await readUser(page)
    await rename(page, 'x'.repeat(61))
    await page.getByText('The server rejected this name').waitFor()
    expect(await readUser(page)).toEqual(before)

    await page.evaluate(() =>
      fetch('/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { email: 'root@example.com', user: { id: '1' }, expires: '2999-01-01' } }),
      }),
    )
    expect(await readUser(page)).toEqual(before)
  })

  test('is independent of the session of the other strategy', async () => {
    const page = await signIn()
    await chooseStrategy(page, strategy === 'An encrypted cookie' ? 'A row in the database' : 'An encrypted cookie')
    await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
    expect(await readSession(page)).toBeNull()
    await chooseStrategy(page, strategy)
    expect(await readSession(page)).toMatchObject({ user: { email: 'demo@example.com' } })
  })
})

describe('without a session', () => {
  test.each(['/protected', '/%70rotected', '/protected?x=1'])(
    '%s redirects to the sign-in page with status 303',
    async (path) => {
      const response = await fetch(setup.demo().urls.site + path, { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(`/signin?redirectTo=${encodeURIComponent(path)}`)
    },
  )

  test('a client-side navigation to a protected page is redirected too', async () => {
    const page = await setup.visit()
    await page.goto('/')
    await page.getByRole('link', { name: 'Protected' }).click()
    await expectPath(page, '/signin')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  test('the session is null, and reading it sets no cookie', async () => {
    const response = await fetch(`${setup.demo().urls.site}/auth/session`)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    const page = await setup.visit()
    await expectSignedOut(page)
  })
})
