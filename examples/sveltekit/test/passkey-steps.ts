import type { Page } from 'playwright-core'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import type { Authenticator, VirtualAuthenticatorOptions } from '@authwright/test-kit/virtual-authenticator'
import type { DemoSetup } from './stage.ts'
import { expectPath, expectSignedIn, readLink } from './steps.ts'

export const card = (page: Page) => page.getByRole('region', { name: 'Passkey' })

/** Click the button, which is enabled after hydration. */
export const usePasskey = (page: Page) => card(page).getByRole('button', { name: 'Use a passkey' }).click()

/** Sign up: create a passkey, open the link of the verification e-mail in the same browser, and keep the passkey. */
export const signUp = async (setup: DemoSetup, page: Page, email: string): Promise<void> => {
  await page.goto('/')
  await card(page).getByLabel('Email').fill(email)
  await card(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
  await expectPath(page, '/auth/verify-request')
  await page.goto(await readLink(setup.demo().urls.mailbox, email))
  await page.getByRole('button', { name: 'Keep the passkey' }).click()
  await expectSignedIn(page, email)
}

export const signOut = async (page: Page): Promise<void> => {
  await page.goto('/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
}

/** Signs a new user up with a passkey. Returns the page and the authenticator. */
export const signUpNewUser = async (
  setup: DemoSetup,
  email: string,
  kind: VirtualAuthenticatorOptions = {},
): Promise<{ page: Page; key: Authenticator }> => {
  const page = await setup.visit()
  const key = await addVirtualAuthenticator(page, kind)
  await signUp(setup, page, email)
  return { page, key }
}

/** Sign out without user presence: the autofill of the next page stays pending. */
export const signOutWithoutPresence = async (page: Page, key: Authenticator): Promise<void> => {
  await key.setUserPresent(false)
  await signOut(page)
}

/** Restore user presence. The page is left first, so that its pending ceremony does not complete. */
export const restorePresence = async (page: Page, key: Authenticator): Promise<void> => {
  await page.goto('about:blank')
  await key.setUserPresent(true)
}
