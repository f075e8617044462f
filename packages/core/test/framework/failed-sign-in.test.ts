import { ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'
import { describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { makeRequestContext, redirectFailedSignIn } from '../../src/framework.ts'
import type { AuthConfig } from '../../src/index.ts'

const open = (
  config: Pick<AuthConfig, 'pages' | 'callbacks' | 'debug'> = {},
  { method = 'POST', headers = {}, isDevelopment = false, origin = ORIGIN } = {},
) => {
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: ({ password: entered }: Partial<Record<string, unknown>>) => {
      if (entered === 'outage') throw new Error('the directory is down')
      return entered === 'right' ? { id: 'ann' } : null
    },
  }
  const terminal: string[] = []
  const write = (line: unknown): void => void terminal.push(String(line))
  const { auth: engine } = setUpAuth(
    { providers: [password], debug: true, ...config, logger: undefined as never },
    { isDevelopment, hasColors: false, console: { error: write, warn: write, debug: write } },
  )
  const configured = { engine, config: { providers: [], ...config }, basePath: '/auth', warn: () => undefined }
  const request = { url: `${origin}/login`, method, headers: new Headers({ origin, ...headers }) }
  const context = makeRequestContext({
    auth: () => Promise.resolve(configured),
    request,
    setCookie: () => undefined,
  })
  const enter = (entered: string) => context.signIn('password', { fields: { password: entered }, redirectTo: '/home' })
  /** What a browser shows that follows the redirect. */
  const pageOf = async (location = '') => (await engine.handle(new Request(new URL(location, origin)))).text()
  return { context, enter, pageOf, terminal }
}

describe('the failed sign-in of a request', () => {
  test.each([
    [{}, '/auth/signin?error=CredentialsSignin&code=credentials'],
    [{ signIn: '/login' }, '/login?error=CredentialsSignin&code=credentials'],
    [{ signIn: 'https://id.example/' }, 'https://id.example/?error=CredentialsSignin&code=credentials'],
  ])('names the page that shows it (pages: %o)', async (pages, location) => {
    const { context, enter } = open({ pages })
    const error = await enter('wrong').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(await context.failedSignIn()).toEqual({ error, location })
  })

  test('is none for a script, which would take the page for a success', async () => {
    const { context, enter } = open({}, { headers: { 'sec-fetch-dest': 'empty' } })
    await expect(enter('wrong')).rejects.toThrow(AuthError)
    expect(await context.failedSignIn()).toBeUndefined()
    expect(await redirectFailedSignIn(context, () => enter('wrong')).catch(() => 'thrown')).toBe('thrown')
    // The framework's own script opens the page.
    expect(await context.failedSignIn(true)).toBeDefined()
  })

  test('is none where the page that shows the error starts the sign-in itself: the redirect would never end', async () => {
    for (const [method, signIn, isRedirected] of [
      ['GET', '/login', false],
      ['GET', '/login/', false],
      ['HEAD', '/login', false],
      ['POST', '/login', true],
    ] as const) {
      const { context, enter } = open({ pages: { signIn } }, { method })
      await expect(enter('wrong')).rejects.toThrow(AuthError)
      expect([method, (await context.failedSignIn()) !== undefined]).toEqual([method, isRedirected])
    }
  })

  test('is none before a sign-in, after one that succeeded, and for an error that the developer has to fix', async () => {
    const { context, enter } = open()
    expect(await context.failedSignIn()).toBeUndefined()
    await expect(enter('wrong')).rejects.toThrow(AuthError)
    await enter('right')
    expect(await context.failedSignIn()).toBeUndefined()
    await expect(enter('outage')).rejects.toMatchObject({ type: 'CallbackRouteError' })
    expect(await context.failedSignIn()).toBeUndefined()
  })
})

describe('the page of a failed sign-in', () => {
  const visit = async (
    entered: string,
    isDevelopment: boolean,
    config: Pick<AuthConfig, 'callbacks' | 'debug'> = {},
  ) => {
    const { context, enter, pageOf, terminal } = open(config, { isDevelopment, origin: 'http://localhost:5173' })
    await expect(enter(entered)).rejects.toThrow(AuthError)
    const { location } = (await context.failedSignIn()) ?? {}
    return { page: await pageOf(location), location, log: terminal.join('\n') }
  }
  const referenceIn = (log: string) =>
    /^\S+ \[auth\]\[(?:error|debug)\] [A-Z].*\{"reference":"(\w{8})"\}$/m.exec(log)?.[1]

  test('shows on a development server what the log says, under the reference of the log', async () => {
    const { page, location, log } = await visit('wrong', true)
    expect(location).toBe(`/auth/signin?error=CredentialsSignin&code=credentials&reference=${referenceIn(log)}`)
    expect(page).toContain('CredentialsSignin: authorize refused')
    expect(page).toMatch(/href="https:[^"]+errors\/credentialssignin\.md"/)
  })

  test('shows users of a sign-in page neither reference nor details', async () => {
    const { page, location, log } = await visit('wrong', false)
    expect(location).toBe('/auth/signin?error=CredentialsSignin&code=credentials')
    expect(page).toContain('That did not match')
    expect(page).not.toMatch(/authorize refused|\.md"/)
    expect(referenceIn(log)).toMatch(/^[0-9A-F]{8}$/)
  })

  test('shows users of the error page the reference of the log', async () => {
    const { page, location, log } = await visit('right', false, { callbacks: { signIn: () => false } })
    expect(location).toBe(`/auth/error?error=AccessDenied&reference=${referenceIn(log)}`)
    expect(page).toContain(`<code>${referenceIn(log)}</code>`)
    expect(page).not.toMatch(/callback refused|\.md"/)
  })

  test('shows users of the error page no reference that the log does not have', async () => {
    const callbacks = { signIn: () => false }
    const { page, location, log } = await visit('right', false, { callbacks, debug: false })
    expect([location, log]).toEqual(['/auth/error?error=AccessDenied', ''])
    expect(page).not.toMatch(/Reference for support/)
  })
})

test('a sign-out after the sign-in replaces its failure', async () => {
  const { context, enter } = open()
  await expect(enter('wrong')).rejects.toThrow(AuthError)
  await context.signOut()
  expect([await context.failedSignIn(), context.lastError()]).toEqual([undefined, undefined])
})

describe('redirectFailedSignIn', () => {
  test('redirects if the handler does not catch the error', async () => {
    const { context, enter } = open()
    const response = await redirectFailedSignIn(context, () => enter('wrong'))
    expect(response).toBeInstanceOf(Response)
    const { status, headers } = response as Response
    expect([status, headers.get('location')]).toEqual([302, '/auth/signin?error=CredentialsSignin&code=credentials'])
  })

  test('leaves what a handler returns or throws that catches the error', async () => {
    const { context, enter } = open()
    expect(await redirectFailedSignIn(context, () => enter('wrong').catch(() => 'handled'))).toBe('handled')
    const own = new Error('of the application')
    const thrown = redirectFailedSignIn(context, () => enter('wrong').catch(() => Promise.reject(own)))
    await expect(thrown).rejects.toBe(own)
  })

  test('throws the error of a sign-in that the developer has to fix', async () => {
    const { context, enter } = open()
    const thrown = redirectFailedSignIn(context, () => enter('outage'))
    await expect(thrown).rejects.toMatchObject({ type: 'CallbackRouteError' })
  })
})
