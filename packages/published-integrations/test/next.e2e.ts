import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNext, engines, installBoth, startNext, type Application, type Installation } from './application.ts'
import { withChromium } from './open-page.ts'
import { checkIntegration, type Start } from './suite.ts'

let installation: Installation
beforeAll(async () => {
  installation = await installBoth()
  // One after the other: each build keeps all cores busy.
  for (const apps of Object.values(installation.apps)) await buildNext(apps)
})
afterAll(() => installation?.close())
const { openPage } = withChromium()

const start: Start = (engine, env) => startNext(installation.apps[engine], installation.services, env)

describe('next-auth', () => {
  checkIntegration(start)
})

describe.each(engines)('next-auth with %s in a browser', (engine) => {
  let app: Application
  beforeAll(async () => {
    app = await start(engine)
  })
  afterAll(() => app?.stop())

  test.each([true, false])(
    'server actions, the proxy, auth() and the Edge Runtime, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await openPage(app.origin, { javaScriptEnabled })
      const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const submit = async (password: string) => {
        await page.getByLabel('User name').fill('ann')
        await page.getByLabel('Password').fill(password)
        await press('Sign in with a password')
      }
      await page.goto('/members')
      await page.waitForURL('**/api/auth/signin?callbackUrl=*members')
      await page.goto('/')
      await heading('signed out')
      await submit('wrong')
      await page.getByRole('alert').getByText('CredentialsSignin').waitFor()
      await submit('right')
      await heading('members: ann')
      for (const path of ['/wrapped', '/edge'])
        expect(await (await page.request.get(path)).json()).toStrictEqual({ name: 'ann' })
      await page.goto('/')
      await heading('ann')
      await press('Set the nickname')
      await page.getByText('"nickname":"Nan"').waitFor()
      expect(await (await page.request.get('/whoami')).json()).toMatchObject({ user: { name: 'ann' }, nickname: 'Nan' })
      await press('Sign out')
      await heading('signed out')
      await press('Sign in with Google')
      await page.getByRole('button', { name: 'Ada Lovelace' }).click()
      await heading('members: Ada Lovelace')
    },
  )

  test('the application logs no unknown option', async () => {
    await fetch(`${app.origin}/api/auth/session`)
    expect(app.output()).not.toContain('unknown-option')
  })
})
