import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { memoryAdapter } from '@authwright/testing'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { startPostgres, type DatabaseServer } from '@authwright/test-kit/databases'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
import { WebAuthn } from '../../src/providers/webauthn.ts'
import type { Adapter, AuthConfig } from '../../src/index.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { recordingMailer, type PasskeySetup } from '@authwright/test-kit/webauthn/passkey-setup'
import { serveSite, type ServedSite } from './server.ts'

let browser: Browser | null = null
let why = ''
let server: DatabaseServer | undefined
let pool: pg.Pool | undefined
let site: ServedSite | undefined

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  why = launched.reason ?? ''
  if (browser === null) {
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${why}`)
    return
  }
  server = await startPostgres()
})
beforeEach((context) => context.skip(browser === null, `no browser: ${why}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
  await site?.close()
  await pool?.end()
  site = undefined
  pool = undefined
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const stores: Readonly<Record<string, () => Promise<Adapter>>> = {
  memory: async () => memoryAdapter(),
  PostgreSQL: async () => {
    pool = new pg.Pool({ connectionString: (await server?.createDatabase()) ?? '' })
    pool.on('error', () => undefined)
    const adapter = postgresAdapter({ pool })
    await adapter.migrate()
    return adapter
  },
}

const open = async (config: Partial<AuthConfig>): Promise<{ site: ServedSite; page: Page }> => {
  site = await serveSite({ experimental: { enableWebAuthn: true }, ...config })
  const context = await browser?.newContext({ baseURL: site.origin })
  if (context === undefined) throw new Error('There is no browser.')
  context.setDefaultTimeout(45_000)
  return { site, page: await context.newPage() }
}

const whoIs = async (page: Page): Promise<unknown> => {
  const session: unknown = await (await page.request.get('/auth/session')).json()
  return (session as { user?: { email?: unknown } } | null)?.user?.email
}

const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click()
  await page.getByRole('heading', { name: 'home' }).waitFor()
}

const signOut = async (page: Page): Promise<void> => {
  await page.goto('/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'home' }).waitFor()
}

const kinds = Object.keys(stores).flatMap((store) =>
  (['database', 'jwt'] as const).map((strategy) => [store, strategy] as const),
)

describe.each(kinds)('over %s with %s sessions', (store, strategy) => {
  const config = async (): Promise<Partial<AuthConfig>> => ({
    providers: [passkeyProvider()],
    adapter: await (stores[store] ?? stores['memory'] ?? (() => Promise.reject(new Error('no store'))))(),
    session: { strategy },
  })

  test('a user signs up, signs in by autofill, and adds, renames and removes a passkey', async () => {
    const { page } = await open(await config())
    const key = await addVirtualAuthenticator(page, { isBackedUp: true })
    await signUp(page, 'ada@example.org')
    expect(await whoIs(page)).toBe('ada@example.org')
    await signOut(page)
    expect(await whoIs(page)).toBeUndefined()
    await page.goto('/auth/signin')
    await page.getByRole('heading', { name: 'home' }).waitFor()
    expect(await whoIs(page)).toBe('ada@example.org')

    await key.setUserPresent(false)
    const stick = await addVirtualAuthenticator(page, { transport: 'usb' })
    await page.goto('/auth/account')
    await page.getByText(english.account.onlyMethod).waitFor()
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added.').waitFor()
    const rows = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
    // The last row adds another one.
    expect(await rows.count()).toBe(3)
    await rows.first().getByRole('link', { name: 'Rename' }).click()
    await page.getByLabel('Name of the passkey').fill('Blue key')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The passkey has a new name.').waitFor()
    await page.getByRole('link', { name: 'Remove Blue key' }).click()
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await page.getByText('The passkey was removed.').waitFor()
    expect(await rows.count()).toBe(2)
    // The page signals the accepted passkeys, and the authenticator removes the other one (WebAuthn L3 §5.1.10).
    await expect.poll(async () => [...(await key.credentials()), ...(await stick.credentials())].length).toBe(1)
  })

  test('a cloned passkey cannot sign in after the original was used', async () => {
    const { site: served, page } = await open(await config())
    const key = await addVirtualAuthenticator(page)
    await signUp(page, 'bea@example.org')
    const [credential] = await key.credentials()
    if (credential === undefined) throw new Error('There is no credential.')
    await signOut(page)
    await page.goto('/auth/signin')
    await page.getByRole('heading', { name: 'home' }).waitFor()
    await signOut(page)
    await key.remove()
    const copy = await addVirtualAuthenticator(page)
    await copy.addCredential(credential)
    await page.goto('/auth/signin')
    await page.waitForURL(/error=WebAuthnVerificationError/)
    expect(served.errors.at(-1)).toMatchObject({ cause: { reason: 'counter-regression' } })
    expect(await whoIs(page)).toBeUndefined()
  })
})

describe('a security key without discoverable credentials', () => {
  const loose = { requireUserVerification: false }
  const provider = () =>
    WebAuthn({
      allowDangerousCredentialListing: true,
      verifyAuthenticationOptions: loose,
      verifyRegistrationOptions: loose,
    })

  test('signs in by e-mail address if credential listing is on', async () => {
    const { page } = await open({ providers: [provider()], adapter: memoryAdapter() })
    const kind = { protocol: 'u2f', transport: 'usb', residentKey: false, userVerification: false } as const
    const key = await addVirtualAuthenticator(page, kind)
    await signUp(page, 'cleo@example.org')
    expect(await key.credentials()).toMatchObject([{ isResidentCredential: false }])
    await signOut(page)
    await page.goto('/auth/signin')
    await page.getByLabel('Email').fill('cleo@example.org')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'home' }).waitFor()
    expect(await whoIs(page)).toBe('cleo@example.org')
  })

  test('does not sign in with the address of another user', async () => {
    const { page } = await open({ providers: [provider()], adapter: memoryAdapter() })
    await addVirtualAuthenticator(page, {
      protocol: 'u2f',
      transport: 'usb',
      residentKey: false,
      userVerification: false,
    })
    await signUp(page, 'dora@example.org')
    await signOut(page)
    await page.goto('/auth/signin')
    await page.getByLabel('Email').fill('unknown@example.org')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.locator('[data-passkey-message]').waitFor()
    expect(await whoIs(page)).toBeUndefined()
  })
})

describe('a passkey that waits for its e-mail', () => {
  const openMailSite = async () => {
    const mails: PasskeySetup['mails'] = []
    const adapter = memoryAdapter()
    const opened = await open({ providers: [passkeyProvider(), recordingMailer(mails)], adapter })
    return { ...opened, adapter, linkOf: () => mails.at(-1)?.url ?? '' }
  }

  const requestMail = async (page: Page, email: string): Promise<void> => {
    await page.goto('/auth/signin')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: english.signin.continue }).click()
    await page.getByRole('link', { name: english.signup.createAccount }).click()
    await page.getByRole('button', { name: english.signup.createPasskey }).click()
    await page.getByRole('heading', { name: english.verifyRequest.title }).waitFor()
  }

  const { keep, discard, title } = english.keepPasskey

  test('is kept by a new user with the main button, and signs in afterwards', async () => {
    const { page, adapter, linkOf } = await openMailSite()
    await addVirtualAuthenticator(page)
    await requestMail(page, 'ada@example.org')
    await page.goto(linkOf())
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual([keep, discard])
    expect(adapter.state().authenticators.size).toBe(0)
    await page.getByRole('button', { name: keep }).click()
    await page.getByRole('heading', { name: 'home' }).waitFor()
    await signOut(page)
    await page.goto('/auth/signin')
    await page.getByRole('heading', { name: 'home' }).waitFor()
    expect(await whoIs(page)).toBe('ada@example.org')
  })

  test('is not added by the main button for an existing user', async () => {
    const { page, adapter, linkOf } = await openMailSite()
    await adapter.createUser({ id: 'bea', email: 'bea@example.org', emailVerified: new Date() })
    await addVirtualAuthenticator(page)
    await requestMail(page, 'bea@example.org')
    await page.goto(linkOf())
    expect(await page.getByRole('button').allTextContents()).toEqual([discard, keep])
    await page.getByRole('button', { name: discard }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'home' }).waitFor()
    expect(await whoIs(page)).toBe('bea@example.org')
    expect(adapter.state().authenticators.size).toBe(0)
  })
})
