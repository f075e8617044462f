import type { Page } from 'playwright-core'
import { plugIn } from '@authwright/test-kit/virtual-authenticator'
import type { Authenticator, Kind } from '@authwright/test-kit/virtual-authenticator'
import type { Stage } from './stage.ts'
import { expectPlace, expectSignedIn, readLink } from './steps.ts'

export const door = (page: Page) => page.getByRole('region', { name: 'Passkey' })

/** Enter by the passkey door, once the page has come alive. */
export const usePasskey = (page: Page) => door(page).getByRole('button', { name: 'Use a passkey' }).click()

/** Sign up: make a passkey, then prove the address by the mail's link, in the same browser. */
export const signUp = async (stage: Stage, page: Page, email: string): Promise<void> => {
  await page.goto('/')
  await door(page).getByLabel('E-mail').fill(email)
  await door(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
  await expectPlace(page, '/check-mail')
  await page.goto(await readLink(stage.demo().urls.mailbox, email))
  await expectSignedIn(page, email)
}

export const signOut = async (page: Page): Promise<void> => {
  await page.goto('/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
}

/** A user who has signed up with a passkey, and the authenticator that holds it. */
export const signUpMember = async (
  stage: Stage,
  email: string,
  kind: Kind = {},
): Promise<{ page: Page; key: Authenticator }> => {
  const page = await stage.visit()
  const key = await plugIn(page, kind)
  await signUp(stage, page, email)
  return { page, key }
}

/** A passkey that nobody touches: the autofill of the next page waits. */
export const signOutWaiting = async (page: Page, key: Authenticator): Promise<void> => {
  await key.touches(false)
  await signOut(page)
}

/** Somebody is there again, who has left the page first: what waited on it is over, and not to be done on the way to the next one. */
export const comeBack = async (page: Page, key: Authenticator): Promise<void> => {
  await page.goto('about:blank')
  await key.touches(true)
}
