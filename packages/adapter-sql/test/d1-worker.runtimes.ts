import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'

// As deployed: Authwright, the adapter and the binding in one worker, with a new config object for each request.
const worker = `
import { createAuth } from '@authwright/core'
import { d1Adapter } from '@authwright/adapter-sql/d1'

const mails = []
const logger = { error: () => undefined }
const mail = { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void mails.push(url) }

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    const adapter = d1Adapter({ database: env.DB })
    if (pathname === '/migrate') return Response.json((await adapter.migrate()).applied.length)
    if (pathname === '/mails') return Response.json(mails)
    const session = { strategy: 'database', updateAge: 0 }
    const config = { adapter, session, providers: [mail], secret: env.SECRET, trustHost: true, basePath: '/auth', logger }
    return createAuth(config).handle(request)
  },
}`

const ORIGIN = 'https://app.example.com'

let miniflare: Miniflare
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: worker, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['authwright-source'],
    external: ['node:*', 'nodemailer'],
  })
  miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    d1Databases: ['DB'],
    bindings: { SECRET: 'a secret of the tests, thirty-two characters and more' },
  })
})
afterAll(() => miniflare?.dispose())

const cookies = new Map<string, string>()

const request = async (path: string, fields?: Record<string, string>) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields).toString() }
  const form = fields === undefined ? {} : { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const address = new URL(path, ORIGIN).href
  const response = await miniflare.dispatchFetch(address, { ...sent, headers: { cookie, ...form }, redirect: 'manual' })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
  return response
}

test('a worker signs a user in and out with sessions in D1', async () => {
  const early = await request('/auth/signin/mail', { email: 'ada@example.org' })
  expect(early.headers.get('location')).toContain('error=')
  expect(await (await request('/migrate')).json()).toBeGreaterThan(0)
  await request('/auth/signin/mail', { email: 'ada@example.org' })
  const [link = ''] = (await (await request('/mails')).json()) as string[]
  await request(link)
  expect(await (await request('/auth/session')).json()).toMatchObject({ user: { email: 'ada@example.org' } })
  const before = new Map(cookies)
  await request('/auth/signout', {})
  expect(await (await request('/auth/session')).json()).toBeNull()
  for (const [name, value] of before) cookies.set(name, value)
  expect(await (await request('/auth/session')).json()).toBeNull()
  cookies.clear()
  await request(link)
  expect(await (await request('/auth/session')).json()).toBeNull()
})
