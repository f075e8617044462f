import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '@authwright/test-kit/installed-application'
import { withMovedApplication } from '@authwright/test-kit/moved-application'
import { openBrowser, type Browser } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { actionPath, readRedirect } from './data-requests.ts'

const adjusted = readFileSync(join(import.meta.dirname, 'app-moved/src/adjust.ts'), 'utf8')

const { folderOf, start } = withMovedApplication({
  application: join(import.meta.dirname, 'app-authjs'),
  packages: ['core', 'client', 'qwik'],
  // The imports are renamed, and sessions of Auth.js are accepted. Nothing else changes.
  change: (text, name) => (name === 'adjust.ts' ? adjusted : text.replaceAll("'@auth/qwik", "'@authwright/qwik")),
  build: async (folder) => {
    const vite = 'node_modules/vite/bin/vite.js'
    await run(process.execPath, [vite, 'build'], folder)
    await run(process.execPath, [vite, 'build', '--config', 'adapters/node/vite.config.ts'], folder)
  },
  program: () => ['server/entry.node.js'],
  environment: { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' },
})

const submit = async (browser: Browser, fields: object) => {
  const data = await browser.post(actionPath(browser), { json: fields })
  const { pathname, search } = new URL(readRedirect(data), data.url)
  return pathname + search
}

const signIn = async (browser: Browser, password = 'analytical') => {
  await browser.get('/')
  return submit(browser, { providerId: 'credentials', redirectTo: '/protected', options: { name: 'Ada', password } })
}

const shownUser = ({ body }: { readonly body: string }) => /id="user"[^>]*>(?:<!--.*?-->)?([^<]*)</.exec(body)?.[1]

describe.each(['before', 'after'] as const)('%s the move', (stage) => {
  const open = async () => openBrowser({ origin: (await start(stage)).origin })

  test('the application compiles', async () => {
    expect(await run(process.execPath, ['node_modules/typescript/bin/tsc'], folderOf(stage))).toBe('')
  })

  test('a signed-out user does not see the protected page', async () => {
    const browser = await open()
    const page = await browser.get('/protected')
    expect([page.status, page.location?.pathname]).toEqual([302, '/'])
    expect(shownUser(await browser.follow())).toBeUndefined()
  })

  test('the action signs in with the right password only', async () => {
    const browser = await open()
    expect(await signIn(browser, 'wrong')).toBe('/auth/signin?error=CredentialsSignin&code=credentials')
    expect(shownUser(await browser.get('/'))).toBeUndefined()
    expect(await signIn(browser)).toBe('/protected')
    const page = await browser.get('/protected')
    expect([page.status, shownUser(page)]).toEqual([200, 'Ada, reader'])
  })

  test('the action signs out', async () => {
    const browser = await open()
    await signIn(browser)
    await browser.get('/')
    expect(await submit(browser, { redirectTo: '/' })).toBe('/')
    expect(shownUser(await browser.get('/'))).toBeUndefined()
    expect((await browser.get('/protected')).status).toBe(302)
  })

  test('the action without a provider leads to the sign-in page', async () => {
    const browser = await open()
    await browser.get('/')
    const target = await submit(browser, { redirectTo: '/' })
    expect(new URL(target, 'http://host.invalid').pathname).toBe('/auth/signin')
    expect((await browser.get(target)).text).toContain('GitHub')
  })
})

test('a user who signed in before the move stays signed in', async () => {
  const [before, after] = [await start('before'), await start('after')]
  const browser = openBrowser({ origin: before.origin })
  await signIn(browser)
  const names = () => browser.jar.list().map(({ name }) => name)
  expect(names()).toContain('authjs.session-token')
  const page = await browser.get(`${after.origin}/protected`)
  expect([page.status, shownUser(page)]).toEqual([200, 'Ada, reader'])
  expect(names()).toContain('authwright.session-token')
  expect(names()).not.toContain('authjs.session-token')
  expect(shownUser(await browser.get(`${after.origin}/`))).toBe('Ada, reader')
})
