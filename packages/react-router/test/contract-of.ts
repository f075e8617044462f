import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { openBrowser } from '@authwright/testing'
import { run } from '@authwright/test-kit/installed-application'
import { getWithHost } from '@authwright/test-kit/get-with-host'
import {
  browserContract,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CLI, contractApplication } from './contract-application.ts'

/**
 * Registers the framework contract for a version of React Router, and tests of its own.
 *
 * @param layers the folders of the application; files of a later one replace those of the ones before
 */
export const contractOf = (name: string, ...layers: readonly string[]): void => {
  const { subject, folder } = contractApplication(name, ...layers)

  frameworkContract({ subject, test })

  buildContract({
    subject,
    test,
    compile: async (text) => {
      await run(process.execPath, [CLI, 'typegen'], folder())
      return compileContract(folder(), text)
    },
    browserCode: () => readScripts(join(folder(), 'build/client')),
  })

  describe('in a browser', () => {
    const openPage = withChromium()
    browserContract({ subject, test, openPage })

    test('leads to the sign-in page after an action whose AuthError the application does not catch', async () => {
      const origin = await start()
      const page = await openPage()
      await page.goto(`${origin}/careless`)
      await page.fill('[name=username]', 'ada')
      await page.fill('[name=password]', 'wrong')
      await page.click('button')
      await page.waitForURL(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      expect(await page.waitForSelector('form')).not.toBeNull()
      await page.context().close()
    })
  })

  const start = async (options: ApplicationOptions = {}) => {
    const running = await subject.start(options)
    onTestFinished(async () => void (await running.stop()))
    return running.origin
  }

  test.each(['', '/shop'])(
    'leads to the sign-in page after a form whose AuthError the action does not catch (base "%s")',
    async (mount) => {
      const origin = await start({ mount, basePath: `${mount}/auth` })
      const browser = openBrowser({ origin })
      await browser.get(`${mount}/careless`)
      const page = await browser.submit({ username: 'ada', password: 'wrong' })
      expect(page.location?.href).toBe(`${origin}${mount}/auth/signin?error=CredentialsSignin&code=credentials`)
    },
  )

  test.each(['', '/shop'])(
    'the data of a protected page redirects to the sign-in page, and back (base "%s")',
    async (mount) => {
      const origin = await start({ mount, basePath: `${mount}/auth` })
      const path = `${mount}/protected`
      const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
      const refused = await fetch(`${origin}${path}.data?page=2`, { headers })
      const body = await refused.text()
      expect(refused.status).toBe(202)
      expect(body).toContain(`${origin}${mount}/auth/signin?callbackUrl=${encodeURIComponent(path)}%3Fpage%3D2`)
      expect(body).not.toContain('name')
    },
  )

  test('responds with 400 to a malformed host, and never names it', async () => {
    const origin = await start()
    for (const host of ['evil.test/x', 'user@evil.test', 'evil.test?x']) {
      const response = await getWithHost(`${origin}/auth/providers`, host)
      expect(response).toEqual({ status: 400, body: 'Bad Request' })
    }
  })
}
