import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Credentials from '@authwright/core/providers/credentials'
import { ExpressAuth, type ExpressAuthConfig } from '@authwright/node/express'
import certificates from '@authwright/test-kit/certificates.json' with { type: 'json' }
import { startChild } from '@authwright/test-kit/databases/child'
import { findProgram, scratchFolder } from '@authwright/test-kit/databases/places'
import { openBrowser } from '@authwright/testing'
import { freePort } from '@authwright/testing/local-server'
import express from 'express'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/platforms.md'), 'utf8')
const [, shown = ''] = /^```nginx [^\n]*\n(.*?)^```$/ms.exec(page) ?? []
const publicOrigin = 'https://app.example.com'

const program = findProgram('nginx')
beforeEach(({ skip }) => skip(program === undefined, 'nginx is not installed (apt-get install nginx)'))

const replaceEach = (text: string, replacements: Readonly<Record<string, string>>) =>
  Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The page does not have ${from}`)
    return result.replaceAll(from, to)
  }, text)

/** Starts nginx with the block of the page. Only ports and paths are other ones. Returns its port. */
const startNginx = async (applicationPort: number): Promise<number> => {
  const folder = scratchFolder('nginx')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  writeFileSync(certificate, certificates.good.cert)
  writeFileSync(key, certificates.good.key)
  const server = replaceEach(shown, {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/app.example.com.pem': certificate,
    '/etc/ssl/app.example.com.key': key,
    '127.0.0.1:3000': `127.0.0.1:${applicationPort}`,
  })
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice; events {}
    http { access_log off; ${paths.join(' ')}
    ${server} }`,
  )
  const nginx = await startChild(program ?? '', ['-p', folder, '-c', configuration, '-e', 'stderr'], /nginx\/\d/)
  onTestFinished(() => nginx.end('SIGTERM'))
  return port
}

/** Sends a request for the public address to nginx on this machine. */
const sendTo =
  (port: number) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search, host } = new URL(request.url)
    const sent = requestOverTls({
      ...{ host: '127.0.0.1', port, servername: 'localhost', ca: certificates.authority },
      ...{ method: request.method, path: pathname + search },
      headers: { ...Object.fromEntries(request.headers), host },
    })
    sent.end(Buffer.from(await request.arrayBuffer()))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const body = await buffer(response)
    return new Response(body.length === 0 ? null : body, { status: response.statusCode ?? 0, headers })
  }

/** A server of the page "Node behind a proxy", with a password and a session of several cookies. */
const startApplication = async (options: Partial<ExpressAuthConfig>, trustProxy: string | false): Promise<number> => {
  const auth = ExpressAuth({
    secret: 'a secret of the tests, thirty-two characters and more',
    providers: [
      Credentials({
        credentials: { password: { label: 'Password', type: 'password' } },
        authorize: ({ password }) => (password === 'analytical' ? { id: '1', name: 'Ada' } : null),
      }),
    ],
    callbacks: { jwt: ({ token }) => ({ ...token, notes: 'n'.repeat(8000) }) },
    ...options,
  })
  const app = express().set('trust proxy', trustProxy).use(auth)
  app.get('/account', auth.protect(), (_request, response) => void response.send('Only for signed-in users'))
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe.each([
  ['AUTH_URL', { origin: publicOrigin }, false],
  ['AUTH_TRUST_HOST and a trusted proxy', { trustHost: true }, 'loopback'],
] as const)('behind the nginx of the page, with %s', (_name, options, trustProxy) => {
  test('a user signs in with a password', async () => {
    const port = await startNginx(await startApplication(options, trustProxy))
    const browser = openBrowser({ origin: publicOrigin, handler: sendTo(port) })
    const form = await browser.get('/account', { redirect: 'follow' })
    expect(form.url.href).toMatch(/^https:\/\/app\.example\.com\/auth\/signin/)
    const account = await browser.submit({ password: 'analytical' }, { redirect: 'follow' })
    expect([account.url.href, account.text]).toEqual([`${publicOrigin}/account`, 'Only for signed-in users'])
    const session = browser.jar.list().filter(({ name }) => name.includes('session-token'))
    expect(session.length).toBeGreaterThan(1)
    for (const cookie of session)
      expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true })
  })

  test('headers of the client do not change the address', async () => {
    const port = await startNginx(await startApplication(options, trustProxy))
    const send = sendTo(port)
    const spoofed = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' }
    const providers = await send(new Request(`${publicOrigin}/auth/providers`, { headers: spoofed }))
    expect(await providers.json()).toMatchObject({
      credentials: { callbackUrl: `${publicOrigin}/auth/callback/credentials` },
    })
    const refused = await send(
      new Request(`${publicOrigin}/auth/callback/credentials`, {
        method: 'POST',
        headers: { ...spoofed, origin: publicOrigin, 'x-auth-return-redirect': '1' },
        body: new URLSearchParams({ password: 'wrong', callbackUrl: `${publicOrigin}/account` }),
      }),
    )
    expect(await refused.json()).toEqual({ url: expect.stringMatching(/^https:\/\/app\.example\.com\/auth\/signin\?/) })
  })
})
