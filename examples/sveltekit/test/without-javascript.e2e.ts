import { describe, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import {
  askForLink,
  choosePerson,
  enterCode,
  enterPassword,
  expectPlace,
  expectSignedIn,
  followNewestLink,
  goToProvider,
  place,
  readCode,
} from './steps.ts'

const stage = setStage()
const visit = () => stage.visit({ javaScriptEnabled: false })

describe('with JavaScript switched off', () => {
  test('the OpenID Provider signs a person in, and a form signs them out', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/protected')
    await goToProvider(page)
    await choosePerson(page, 'Ann Archer')
    expect(place(page)).toBe('/protected')
    await page.goto('/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
  })

  test('a magic link signs a person in', async () => {
    const page = await visit()
    await page.goto('/')
    await askForLink(page, 'eve@example.com')
    await expectPlace(page, '/check-mail')
    const tab = await followNewestLink(page, stage.demo().urls.mailbox)
    await expectSignedIn(tab, 'eve@example.com')
  })

  test('the code of a mail signs a person in', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/protected')
    await askForLink(page, 'kim@example.com')
    await expectPlace(page, '/check-mail')
    await enterCode(page, await readCode(stage.demo().urls.mailbox, 'kim@example.com'))
    await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
  })

  test('a password signs a person in, and a wrong one is said to be wrong', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/members')
    await enterPassword(page, 'demo@example.com', 'open barley')
    expect(await page.getByRole('alert').textContent()).toContain('do not belong together')
    // The second try still knows where the person wanted to go.
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByRole('heading', { name: 'For members.' }).waitFor()
  })

  test('the switch between the kinds of session works', async () => {
    const page = await visit()
    await page.goto('/')
    await page.getByRole('button', { name: 'A sealed cookie' }).click()
    expect(await page.getByRole('button', { name: 'A sealed cookie', pressed: true }).isVisible()).toBe(true)
  })
})
