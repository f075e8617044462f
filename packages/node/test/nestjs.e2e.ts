import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { compileContract } from '@authwright/test-kit/built-application'
import { withChromium, withClientScript } from '@authwright/test-kit/browser-pages'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import {
  browserContract,
  browserOf,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installedNest, nest11 } from './subjects/installed-nest.ts'

const here = import.meta.dirname

/** The versions of Nest, each with another server of GraphQL. */
const versions = [
  { version: 'nestjs-11', platform: 'express', title: 'Apollo on Express and NestJS 11' },
  { version: 'nestjs-12', platform: 'fastify', title: 'Mercurius on Fastify and NestJS 12' },
] as const

let folder: string

beforeAll(async () => {
  folder = await makeFolder()
  const tarballs = await packAll(folder, ['core', 'testing', 'node'])
  for (const { version } of versions) {
    const application = join(folder, version)
    for (const part of ['nestjs', version]) await cp(join(here, 'apps', part), application, { recursive: true })
    for (const file of ['nest-application.ts', 'tools.ts'])
      await cp(join(here, 'subjects', file), join(application, 'src', file))
    await installTarballs(application, tarballs)
    await run(process.execPath, ['node_modules/typescript/bin/tsc'], application)
  }
  // Two applications are installed and compiled.
})

afterAll(() => removeFolder(folder))

const openPage = withClientScript(withChromium())

for (const subject of nest11(() => join(folder, 'nestjs-11'))) {
  frameworkContract({ subject, test })
  browserContract({ subject, test, openPage })
  buildContract({
    subject,
    test,
    compile: (text) => compileContract(join(folder, 'nestjs-11'), text, { folder: 'src' }),
  })
}

interface GraphqlReply {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly messages: readonly string[]
}

describe.each(versions)('AuthGuard on the resolvers of $title', ({ version, platform }) => {
  const start = async (options: ApplicationOptions = {}) => {
    const variables = { CONTRACT_PLATFORM: platform, CONTRACT_GRAPHQL: 'yes' }
    const running = await installedNest(join(folder, version), options, variables)
    onTestFinished(async () => void (await running.stop()))
    const browser = browserOf(running)
    const ask = async (query: string): Promise<GraphqlReply & { readonly cookies: readonly string[] }> => {
      const page = await browser.post('/graphql', { json: { query } })
      const { data = null, errors = [] } = page.json() as {
        readonly data?: GraphqlReply['data']
        readonly errors?: readonly { readonly message: string }[]
      }
      const messages = errors.map(({ message }) => message)
      return { status: page.status, data, messages, cookies: page.headers.getSetCookie() }
    }
    const signIn = (username: string) =>
      browser.post('/auth/callback/password', { username, password: 'correct', callbackUrl: '/' })
    return { ask, signIn, running, browser }
  }

  test('refuses signed-out users, and lets signed-in users pass', async () => {
    const { ask, signIn } = await start()
    expect(await ask('{ open }')).toMatchObject({ data: { open: 'signed out' }, messages: [] })
    expect(await ask('{ optional }')).toMatchObject({ data: { optional: 'optional' }, messages: [] })
    expect(await ask('{ guarded }')).toMatchObject({ data: null, messages: ['SessionRequired'] })
    expect(await ask('{ account { name } }')).toMatchObject({ data: null, messages: ['SessionRequired'] })
    await signIn('ada')
    expect(await ask('{ open guarded }')).toMatchObject({ data: { open: 'ada', guarded: 'guarded' }, messages: [] })
    expect(await ask('{ account { name } }')).toMatchObject({ data: { account: { name: 'ada' } }, messages: [] })
  })

  test('refuses mutations and fields to users who fail the check', async () => {
    const { ask, signIn } = await start()
    expect(await ask('mutation { remove }')).toMatchObject({ data: null, messages: ['SessionRequired'] })
    await signIn('ada')
    expect(await ask('mutation { remove }')).toMatchObject({ data: null, messages: ['AccessDenied'] })
    expect(await ask('{ account { name secret } }')).toMatchObject({ data: null, messages: ['AccessDenied'] })
    await signIn('admin')
    expect(await ask('mutation { remove }')).toMatchObject({ data: { remove: 'removed' }, messages: [] })
    expect((await ask('{ account { secret } }')).data).toEqual({ account: { secret: 'the secret of admin' } })
  })

  test('takes no argument of the client for the request', async () => {
    const { ask } = await start()
    expect(await ask('{ guarded(req: { req: "x" }) }')).toMatchObject({ data: null, messages: ['SessionRequired'] })
  })

  test('responds to an operation in a browser with an error, not with a redirect', async () => {
    const { running } = await start()
    const response = await fetch(`${running.origin}/graphql?query=${encodeURIComponent('{ guarded }')}`, {
      headers: {
        accept: 'text/html, application/json',
        'sec-fetch-mode': 'navigate',
        'apollo-require-preflight': 'true',
      },
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('SessionRequired')
  })

  test('renews the session, and reads it once for all resolvers', async () => {
    const { ask, signIn, running } = await start({ renewsAlways: true })
    await signIn('ada')
    const before = running.logs().filter((line) => line.startsWith('jwt')).length
    const { data, cookies } = await ask('{ open guarded account { name } }')
    expect(data).toEqual({ open: 'ada', guarded: 'guarded', account: { name: 'ada' } })
    expect(cookies.filter((line) => line.startsWith('authwright.session-token='))).toHaveLength(1)
    expect(running.logs().filter((line) => line.startsWith('jwt')).length).toBe(before + 1)
  })

  test('an outage is an error, not a signed-out user', async () => {
    const { ask, browser, running } = await start({ isDatabaseDown: true })
    browser.jar.store('authwright.session-token=a-session-token; Path=/', new URL(running.origin))
    const { data, messages } = await ask('{ guarded }')
    expect(data).toBeNull()
    expect(messages.join()).not.toContain('SessionRequired')
  })
})
