import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  type RunningApp,
} from '@authwright/test-kit/installed-application'
import { openBrowser, type Browser } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionPath, readRedirect } from './data-requests.ts'

const here = import.meta.dirname
const secret = 'a secret of the tests, long enough to be one'
const stages = ['before', 'after'] as const

let folder: string
let sites: Readonly<Record<(typeof stages)[number], RunningApp>>

const build = async (application: string): Promise<RunningApp> => {
  const vite = 'node_modules/vite/bin/vite.js'
  await run(process.execPath, [vite, 'build'], application)
  await run(process.execPath, [vite, 'build', '--config', 'adapters/node/vite.config.ts'], application)
  const variables = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true', AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' }
  return serve(application, variables, () => ['server/entry.node.js'])
}

/** Renames the imports, and accepts the sessions of Auth.js. Nothing else changes. */
const move = async (application: string): Promise<void> => {
  const files = (await readdir(application, { recursive: true })).filter((name) =>
    /\.tsx?$|^package.*\.json$/.test(name),
  )
  for (const file of files) {
    const path = join(application, file)
    const text = await readFile(path, 'utf8')
    if (!file.endsWith('.json')) await writeFile(path, text.replaceAll("'@auth/qwik", "'@authwright/qwik"))
  }
  await cp(join(here, 'app-moved'), application, { recursive: true })
}

beforeAll(async () => {
  folder = await makeFolder()
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  await cp(join(here, 'app-authjs'), before, { recursive: true })
  await cp(before, after, { recursive: true })
  await move(after)
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], before)
  await run('npm', ['uninstall', '--no-audit', '--no-fund', '@auth/qwik'], after)
  await installTarballs(after, await packAll(folder, ['core', 'client', 'qwik']))
  sites = { before: await build(before), after: await build(after) }
}, 300_000)

afterAll(async () => {
  for (const stage of stages) await sites?.[stage].stop()
  await removeFolder(folder)
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

describe.each(stages)('%s the move', (stage) => {
  const open = () => openBrowser({ origin: sites[stage].origin })

  test('the application compiles', async () => {
    expect(await run(process.execPath, ['node_modules/typescript/bin/tsc'], join(folder, stage))).toBe('')
  })

  test('a signed-out user does not see the protected page', async () => {
    const browser = open()
    const page = await browser.get('/protected')
    expect([page.status, page.location?.pathname]).toEqual([302, '/'])
    expect(shownUser(await browser.follow())).toBeUndefined()
  })

  test('the action signs in with the right password only', async () => {
    const browser = open()
    expect(await signIn(browser, 'wrong')).toBe('/auth/signin?error=CredentialsSignin&code=credentials')
    expect(shownUser(await browser.get('/'))).toBeUndefined()
    expect(await signIn(browser)).toBe('/protected')
    const page = await browser.get('/protected')
    expect([page.status, shownUser(page)]).toEqual([200, 'Ada, reader'])
  })

  test('the action signs out', async () => {
    const browser = open()
    await signIn(browser)
    await browser.get('/')
    expect(await submit(browser, { redirectTo: '/' })).toBe('/')
    expect(shownUser(await browser.get('/'))).toBeUndefined()
    expect((await browser.get('/protected')).status).toBe(302)
  })

  test('the action without a provider leads to the sign-in page', async () => {
    const browser = open()
    await browser.get('/')
    const target = await submit(browser, { redirectTo: '/' })
    expect(new URL(target, sites[stage].origin).pathname).toBe('/auth/signin')
    expect((await browser.get(target)).text).toContain('GitHub')
  })
})

test('a user who signed in before the move stays signed in', async () => {
  const browser = openBrowser({ origin: sites.before.origin })
  await signIn(browser)
  const names = () => browser.jar.list().map(({ name }) => name)
  expect(names()).toContain('authjs.session-token')
  const page = await browser.get(`${sites.after.origin}/protected`)
  expect([page.status, shownUser(page)]).toEqual([200, 'Ada, reader'])
  expect(names()).toContain('authwright.session-token')
  expect(names()).not.toContain('authjs.session-token')
  expect(shownUser(await browser.get(`${sites.after.origin}/`))).toBe('Ada, reader')
})
