import { expect, test } from 'vitest'
import { restorePresence, signOutWithoutPresence, signUpNewUser } from './passkey-steps.ts'
import { setupDemo } from './stage.ts'
import {
  requestLink,
  chooseUser,
  enterPassword,
  expectPath,
  expectSignedIn,
  followNewestLink,
  goToProvider,
  pathOf,
} from './steps.ts'

// One complete sign-in with each method. `npm test` runs these and leaves the rest of the browser tests to `npm run test:all`.
const setup = setupDemo()

test('with the OpenID Provider the user returns to the page of the redirect', async () => {
  const page = await setup.visit()
  await page.goto('/protected?from=mail')
  expect(pathOf(page)).toBe('/signin?redirectTo=%2Fprotected%3Ffrom%3Dmail')
  await goToProvider(page)
  expect(new URL(page.url()).origin).toBe(setup.demo().urls.issuer)
  await chooseUser(page, 'Ann Archer')
  await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
  expect(pathOf(page)).toBe('/protected?from=mail')

  await page.goto('/')
  await expectSignedIn(page, 'Ann Archer')
  expect(await page.getByTestId('method').textContent()).toBe('OpenID Provider')
})

test('with a magic link the browser that requested it is signed in immediately', async () => {
  const page = await setup.visit()
  await page.goto('/signin?redirectTo=/members')
  await requestLink(page, 'Carla@Example.com ')
  await expectPath(page, '/auth/verify-request')
  const tab = await followNewestLink(page, setup.demo().urls.mailbox)
  await tab.getByRole('heading', { name: 'Members only.' }).waitFor()

  await tab.goto('/')
  await expectSignedIn(tab, 'carla@example.com')
  expect(await tab.getByTestId('method').textContent()).toBe('Email')
})

test('with the correct password the user gets a session in the database', async () => {
  const page = await setup.visit()
  await page.goto('/signin?redirectTo=/protected')
  await enterPassword(page, 'demo@example.com', 'open sesame')
  await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
  expect(pathOf(page)).toBe('/protected')

  await page.goto('/')
  await expectSignedIn(page, 'Dana Demo')
  expect(await page.getByTestId('method').textContent()).toBe('Password')
  const cookies = await page.context().cookies()
  const session = cookies.find(({ name }) => name === 'authwright.session-token')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  // A random token with the time of the sign-in, and not a sealed one.
  expect(session?.value).toMatch(/^[0-9a-f]{64}\.[0-9a-z]+$/)
})

test('a user signs up with a passkey, signs out, and signs in with autofill', async () => {
  const { page, key } = await signUpNewUser(setup, 'ada@example.com', { isBackedUp: true })
  expect(await key.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  await signOutWithoutPresence(page, key)
  // The virtual authenticator responds to the autofill without a dialog.
  await restorePresence(page, key)
  await page.goto('/signin')
  await expectSignedIn(page, 'ada@example.com')
  expect(await page.getByTestId('method').textContent()).toBe('Passkey')
})
