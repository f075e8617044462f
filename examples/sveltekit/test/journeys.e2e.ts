import { expect, test } from 'vitest'
import { comeBack, signOutWaiting, signUpMember } from './passkey-steps.ts'
import { setStage } from './stage.ts'
import {
  askForLink,
  choosePerson,
  enterPassword,
  expectPlace,
  expectSignedIn,
  followNewestLink,
  goToProvider,
  place,
} from './steps.ts'

// One whole sign-in by each method. `npm test` runs these and leaves the rest of the browser tests to `npm run test:all`.
const stage = setStage()

test('by the OpenID Provider a person comes back to the page they started from', async () => {
  const page = await stage.visit()
  await page.goto('/protected?from=mail')
  expect(place(page)).toBe('/signin?redirectTo=%2Fprotected%3Ffrom%3Dmail')
  await goToProvider(page)
  expect(new URL(page.url()).origin).toBe(stage.demo().urls.issuer)
  await choosePerson(page, 'Ann Archer')
  await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
  expect(place(page)).toBe('/protected?from=mail')

  await page.goto('/')
  await expectSignedIn(page, 'Ann Archer')
  expect(await page.getByTestId('method').textContent()).toBe('The OpenID Provider')
})

test('by a magic link the browser that asked is signed in at once', async () => {
  const page = await stage.visit()
  await page.goto('/signin?redirectTo=/members')
  await askForLink(page, 'Carla@Example.com ')
  await expectPlace(page, '/check-mail')
  const tab = await followNewestLink(page, stage.demo().urls.mailbox)
  await tab.getByRole('heading', { name: 'For members.' }).waitFor()

  await tab.goto('/')
  await expectSignedIn(tab, 'carla@example.com')
  expect(await tab.getByTestId('method').textContent()).toBe('A mail')
})

test('by a password the right one signs in, with a session in the database', async () => {
  const page = await stage.visit()
  await page.goto('/signin?redirectTo=/protected')
  await enterPassword(page, 'demo@example.com', 'open sesame')
  await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
  expect(place(page)).toBe('/protected')

  await page.goto('/')
  await expectSignedIn(page, 'Dana Demo')
  expect(await page.getByTestId('method').textContent()).toBe('A password')
  const cookies = await page.context().cookies()
  const session = cookies.find(({ name }) => name === 'authwright.session-token')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(session?.value).not.toContain('.')
})

test('a person signs up with a passkey, signs out, and comes in by autofill', async () => {
  const { page, key } = await signUpMember(stage, 'ada@example.com', { isBackedUp: true })
  expect(await key.held()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  await signOutWaiting(page, key)
  // As if the passkey was chosen where the browser fills in the address.
  await comeBack(page, key)
  await page.goto('/signin')
  await expectSignedIn(page, 'ada@example.com')
  expect(await page.getByTestId('method').textContent()).toBe('A passkey')
})
