import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { setStage } from './stage.ts'
import {
  askSession,
  askUser,
  choosePerson,
  enterPassword,
  expectPlace,
  expectSignedIn,
  expectSignedOut,
  goToProvider,
  rename,
} from './steps.ts'

const stage = setStage()

const signInAs = async (name: string): Promise<Page> => {
  const page = await stage.visit()
  await page.goto('/')
  await goToProvider(page)
  await choosePerson(page, name)
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
  test('is shown as the server answers it', async () => {
    const page = await signInAs('Ann Archer')
    const shown: unknown = JSON.parse((await page.getByTestId('session').textContent()) ?? '')
    expect(shown).toEqual(await askSession(page))
    expect(shown).toMatchObject({ user: { name: 'Ann Archer', email: 'ann@example.com' } })
  })

  test('ends by the client function', async () => {
    const page = await signInAs('Ann Archer')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
    expect(await askSession(page)).toBeNull()
  })

  test('ends by the form action', async () => {
    const page = await signInAs('Ann Archer')
    await page.getByRole('link', { name: 'Sign out with a form' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
    expect(await askSession(page)).toBeNull()
  })

  test('ends in every tab of the browser', async () => {
    const page = await signInAs('Ann Archer')
    const other = await page.context().newPage()
    await other.goto('/')
    // A page hears of nothing before it has come alive, and then its buttons do too.
    await other.getByRole('button', { name: 'Sign out', exact: true }).click({ trial: true })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await other.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
    expect(await askSession(other)).toBeNull()
  })

  test('is over on the server too once it has ended', async () => {
    const page = await signInAs('Ann Archer')
    const kept = await page.context().cookies()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
    await page.context().addCookies(kept)
    expect(await askSession(page)).toBeNull()
  })
})

describe('somebody who is signed in', () => {
  test('links an account at the provider, and then enters by it as the same person', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    const before = await askUser(page)
    await page.goto('/signin')
    await goToProvider(page)
    await choosePerson(page, 'Dana Demo')
    await page.getByText('Linked an account at demo-oidc').waitFor()
    expect(await askUser(page)).toEqual(before)

    const later = await stage.visit()
    await later.goto('/signin')
    await goToProvider(later)
    await choosePerson(later, 'Dana Demo')
    await later.getByTestId('name').waitFor()
    expect(await askUser(later)).toEqual(before)
  })
})

describe.each(['A row in the database', 'A sealed cookie'])('kept as: %s', (strategy) => {
  const enter = async (): Promise<Page> => {
    const page = await stage.visit()
    await page.goto('/')
    await chooseStrategy(page, strategy)
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    return page
  }

  test('survives a restart of the server', async () => {
    const page = await enter()
    const before = await askSession(page)
    await stage.restart()
    await page.goto('/')
    await page.getByTestId('name').waitFor()
    expect(await askSession(page)).toEqual(before)
  })

  test('a good name reaches the session and stays', async () => {
    const page = await enter()
    // Each strategy its own name, so that this run does not find the other’s.
    const name = `Dana of ${strategy}`
    await rename(page, name)
    await expectSignedIn(page, name)
    expect(await askSession(page)).toMatchObject({ user: { name, email: 'demo@example.com' } })
    await page.reload()
    await expectSignedIn(page, name)
  })

  test('what is no name is refused, and nothing else gets in beside one', async () => {
    const page = await enter()
    const before = await askUser(page)
    await rename(page, 'x'.repeat(61))
    await page.getByText('The server did not accept this name').waitFor()
    expect(await askUser(page)).toEqual(before)

    await page.evaluate(() =>
      fetch('/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { email: 'root@example.com', user: { id: '1' }, expires: '2999-01-01' } }),
      }),
    )
    expect(await askUser(page)).toEqual(before)
  })

  test('is a session of its own beside the other kind’s', async () => {
    const page = await enter()
    await chooseStrategy(page, strategy === 'A sealed cookie' ? 'A row in the database' : 'A sealed cookie')
    await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
    expect(await askSession(page)).toBeNull()
    await chooseStrategy(page, strategy)
    expect(await askSession(page)).toMatchObject({ user: { email: 'demo@example.com' } })
  })
})

describe('without a session', () => {
  test.each(['/protected', '/%70rotected', '/protected?x=1'])('%s answers 303 to the sign-in page', async (path) => {
    const answer = await fetch(stage.demo().urls.site + path, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/signin?redirectTo=${encodeURIComponent(path)}`)
  })

  test('a click inside the site is guarded like a visit', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await page.getByRole('link', { name: 'Protected' }).click()
    await expectPlace(page, '/signin')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  test('the session is null, and reading it sets no cookie', async () => {
    const answer = await fetch(`${stage.demo().urls.site}/auth/session`)
    expect(await answer.json()).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([])
    const page = await stage.visit()
    await expectSignedOut(page)
  })
})
