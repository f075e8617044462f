import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import type * as SvelteKit from '@auth/sveltekit/client'
import type * as SvelteKitPasskeys from '@auth/sveltekit/webauthn'
import type * as NextAuth from 'next-auth/react'
import type * as NextAuthPasskeys from 'next-auth/webauthn'
import type { JSHandle, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bundlePages,
  engines,
  installBoth,
  startServer,
  type Application,
  type Engine,
  type Installation,
} from './application.ts'
import { withChromium } from './open-page.ts'

/* The published clients in a browser. The server is the published integration for Express. */
type ReactClient = typeof NextAuth & { readonly signInWithPasskey: typeof NextAuthPasskeys.signIn }
type SvelteKitClient = typeof SvelteKit & { readonly signInWithPasskey: typeof SvelteKitPasskeys.signIn }

let installation: Installation
beforeAll(async () => {
  installation = await installBoth()
  for (const apps of Object.values(installation.apps)) await bundlePages(apps, ['react.tsx', 'sveltekit.ts'])
  await bundlePages(installation.apps['@authwright/core'], ['react.tsx'], { isRenamed: true })
})
afterAll(() => installation?.close())
const { openPage } = withChromium()

const withServer = (engine: Engine, env?: Readonly<Record<string, string>>): (() => Application) => {
  let app: Application
  beforeAll(async () => {
    app = await startServer(installation.apps[engine], 'express', installation.services, env)
  })
  afterAll(() => app?.stop())
  return () => app
}

const sessionOf = async (page: Page): Promise<unknown> => (await page.request.get('/auth/session')).json()

/** The functions of the client that the page has loaded. */
const clientOf = async <Client>(page: Page): Promise<JSHandle<Client>> =>
  (await page.evaluateHandle('client')) as JSHandle<Client>

const lastLink = (): string => installation.services.reports.at(-1)?.replace(/^.*?: /, '') ?? ''

const openReact = async ({ origin }: Application) => {
  const page = await openPage(origin)
  await page.goto('/react.html')
  await checkShown(page, 'unauthenticated')
  return { page, client: await clientOf<ReactClient>(page) }
}

/** The status of the session, and the user, as the components show them. */
const checkShown = async (page: Page, status: 'authenticated' | 'unauthenticated', user?: string): Promise<void> => {
  await page.getByRole('heading', { name: status, exact: true }).waitFor()
  if (user !== undefined) await page.getByText(user, { exact: true }).waitFor()
}

describe.each(engines)('next-auth/react, at a server with %s', (engine) => {
  const app = withServer(engine)

  test('signs in without a redirect after a wrong password, updates the session, and signs out', async () => {
    const { page, client } = await openReact(app())
    const submit = (password: string) =>
      client.evaluate(
        ({ signIn }, typed) => signIn('credentials', { username: 'ann', password: typed, redirect: false }),
        password,
      )
    const refused = { error: 'CredentialsSignin', code: 'credentials', status: 200, ok: true, url: null }
    expect(await submit('wrong')).toStrictEqual(refused)
    await checkShown(page, 'unauthenticated')
    const accepted = { error: undefined, code: undefined, status: 200, ok: true, url: `${app().origin}/react.html` }
    expect(await submit('right')).toStrictEqual(accepted)
    await checkShown(page, 'authenticated', 'ann')
    expect(await client.evaluate(({ getSession }) => getSession())).toMatchObject({ user: { name: 'ann' } })
    await page.getByRole('button', { name: 'Set the nickname' }).click()
    await page.getByText('Nan', { exact: true }).waitFor()
    expect(await sessionOf(page)).toMatchObject({ nickname: 'Nan' })
    await client.evaluate(({ signOut }) => signOut({ redirect: false }))
    await checkShown(page, 'unauthenticated')
    expect(await sessionOf(page)).toBeNull()
  })

  test('signs in at a provider and returns to the page, and signs out to another page', async () => {
    const { page, client } = await openReact(app())
    await client.evaluate(({ signIn }) => void signIn('google'))
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await page.waitForURL('**/react.html')
    await checkShown(page, 'authenticated', 'Ada Lovelace')
    const back = await clientOf<ReactClient>(page)
    await back.evaluate(({ signOut }) => void signOut({ redirectTo: '/sveltekit.html' }))
    await page.waitForURL('**/sveltekit.html')
    expect(await sessionOf(page)).toBeNull()
  })

  test('lists the providers, has a CSRF token, and opens the sign-in page without a provider', async () => {
    const { page, client } = await openReact(app())
    const providers = await client.evaluate(({ getProviders }) => getProviders())
    expect(Object.keys(providers ?? {})).toStrictEqual(['credentials', 'google', 'resend'])
    expect(await client.evaluate(({ getCsrfToken }) => getCsrfToken())).toMatch(/^[0-9a-f]{64}$/)
    await client.evaluate(({ signIn }) => void signIn())
    await page.waitForURL('**/auth/signin?callbackUrl=*')
  })

  test('updates a second tab after a sign-in and a sign-out', async () => {
    const { page, client } = await openReact(app())
    const other = await page.context().newPage()
    await other.goto('/react.html')
    await checkShown(other, 'unauthenticated')
    await client.evaluate(({ signIn }) =>
      signIn('credentials', { username: 'bob', password: 'right', redirect: false }),
    )
    await client.evaluate(({ getSession }) => getSession())
    await checkShown(other, 'authenticated', 'bob')
    await client.evaluate(({ signOut }) => signOut({ redirect: false }))
    await checkShown(other, 'unauthenticated')
  })

  test('requests an e-mail, whose link signs in', async () => {
    const { page, client } = await openReact(app())
    const requested = await client.evaluate(({ signIn }) =>
      signIn('resend', { email: 'cleo@example.org', redirect: false }),
    )
    expect(requested.url).toContain('/auth/verify-request?provider=resend&type=email')
    await page.goto(lastLink())
    await page.waitForURL('**/react.html')
    await checkShown(page, 'authenticated', 'cleo@example.org')
  })
})

describe('at a server with @authwright/core', () => {
  const app = withServer('@authwright/core', { PASSKEYS: '1' })

  test('a page for next-auth/react works with @authwright/client/react after the import is renamed', async () => {
    const page = await openPage(app().origin)
    await page.goto('/renamed/react.html')
    await checkShown(page, 'unauthenticated')
    const client = await clientOf<ReactClient>(page)
    const other = await page.context().newPage()
    await other.goto('/renamed/react.html')
    await client.evaluate(({ signIn }) =>
      signIn('credentials', { username: 'ann', password: 'right', redirect: false }),
    )
    await checkShown(page, 'authenticated', 'ann')
    await checkShown(other, 'authenticated', 'ann')
    await page.getByRole('button', { name: 'Set the nickname' }).click()
    await page.getByText('Nan', { exact: true }).waitFor()
    await other.getByText('Nan', { exact: true }).waitFor()
    await client.evaluate(({ signOut }) => signOut({ redirect: false }))
    await checkShown(page, 'unauthenticated')
    await checkShown(other, 'unauthenticated')
    expect(await sessionOf(page)).toBeNull()
  })

  test('@auth/sveltekit/client signs in and out without a CSRF token', async () => {
    const page = await openPage(app().origin)
    await page.goto('/sveltekit.html')
    const client = await clientOf<SvelteKitClient>(page)
    const submit = (password: string) =>
      client.evaluate(
        ({ signIn }, typed) => signIn('credentials', { username: 'ann', password: typed, redirect: false }),
        password,
      )
    expect(await submit('wrong')).toMatchObject({ error: 'CredentialsSignin', code: 'credentials', url: null })
    expect(await submit('right')).toMatchObject({ ok: true, url: `${app().origin}/sveltekit.html` })
    expect(await sessionOf(page)).toMatchObject({ user: { name: 'ann' } })
    await client.evaluate(({ signOut }) => signOut({ redirect: false }))
    expect(await sessionOf(page)).toBeNull()
    await client.evaluate(({ signIn }) => void signIn('google', { redirectTo: '/react.html' }))
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await page.waitForURL('**/react.html')
    await checkShown(page, 'authenticated', 'Ada Lovelace')
  })

  // The client of SvelteKit requests the options below the base path of the application, without `/auth`.
  describe.each([
    ['next-auth/webauthn', '/react.html'],
    ['@auth/sveltekit/webauthn', '/sveltekit.html?base=/auth'],
  ])('%s', (name, path) => {
    const open = async (page: Page) => {
      await page.goto(path)
      return clientOf<ReactClient & SvelteKitClient>(page)
    }

    test('adds a passkey to the signed-in user, and signs in with it', async () => {
      const email = `${name.replace(/\W/g, '')}@example.org`
      const page = await openPage(app().origin)
      const key = await addVirtualAuthenticator(page)
      await page.request.post('/auth/signin/resend', {
        form: { email, callbackUrl: path },
        headers: { origin: app().origin },
      })
      await page.goto(lastLink())
      expect(await sessionOf(page)).toMatchObject({ user: { email } })
      const client = await open(page)
      const added = await client.evaluate(({ signInWithPasskey }) =>
        signInWithPasskey('webauthn', { action: 'register', redirect: false }),
      )
      expect(added).toMatchObject({ ok: true, error: null })
      expect(await key.credentials()).toHaveLength(1)
      await page.context().clearCookies()
      const again = await open(page)
      expect(await sessionOf(page)).toBeNull()
      await again.evaluate(
        ({ signInWithPasskey }, to) => void signInWithPasskey('webauthn', { redirectTo: to }),
        '/react.html?welcome',
      )
      await page.waitForURL('**/react.html?welcome')
      await checkShown(page, 'authenticated', email)
    })

    test('signs a new user up, who opens the link of an e-mail', async () => {
      const email = `new-${name.replace(/\W/g, '')}@example.org`
      const page = await openPage(app().origin)
      const key = await addVirtualAuthenticator(page)
      const client = await open(page)
      const signedUp = await client.evaluate(
        ({ signInWithPasskey }, address) =>
          signInWithPasskey('webauthn', { action: 'register', email: address, redirect: false }),
        email,
      )
      expect(signedUp?.url).toContain('/auth/verify-request')
      expect(await key.credentials()).toHaveLength(1)
      expect(await sessionOf(page)).toBeNull()
      await page.goto(lastLink())
      expect(await sessionOf(page)).toMatchObject({ user: { email } })
    })
  })
})
