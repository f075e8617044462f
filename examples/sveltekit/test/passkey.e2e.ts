import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import type { VirtualAuthenticatorOptions } from '@authwright/test-kit/virtual-authenticator'
import { restorePresence, card, signOut, signOutWithoutPresence, signUpNewUser, usePasskey } from './passkey-steps.ts'
import { setupDemo } from './stage.ts'
import { readUser, expectPath, expectSignedIn, expectSignedOut, readLink } from './steps.ts'

const setup = setupDemo()
const signUpUser = (email: string, kind?: VirtualAuthenticatorOptions) => signUpNewUser(setup, email, kind)

/** Simulate a browser without conditional mediation. */
const withoutAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

const chooseStrategy = async (page: Page, name: 'A row in the database' | 'An encrypted cookie'): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name, pressed: true }).waitFor()
}

describe('a user', () => {
  test('signs in with the strategy jwt', async () => {
    const { page, key } = await signUpUser('bea@example.com')
    await signOutWithoutPresence(page, key)
    await chooseStrategy(page, 'An encrypted cookie')
    await restorePresence(page, key)
    await page.goto('/protected')
    await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'bea@example.com' })
  })

  test('adds a second passkey, renames both, and deletes the first', async () => {
    const { page, key } = await signUpUser('cleo@example.com')
    await key.setUserPresent(false)
    const stick = await addVirtualAuthenticator(page, { transport: 'usb' })
    await page.goto('/passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const rows = page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    expect(await stick.credentials()).toHaveLength(1)
    for (const name of ['One', 'Two']) {
      const row = rows.filter({ hasText: 'A passkey' }).first()
      await row.getByLabel('Name').fill(name)
      await row.getByRole('button', { name: 'Rename' }).click()
      await page.getByText(name, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Delete One' }).click()
    await rows.nth(1).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(1)
    await page.reload()
    await page.getByText('Two', { exact: true }).waitFor()
  })

  test('adds a passkey on the built-in account page', async () => {
    const { page, key } = await signUpUser('dora@example.com')
    await key.remove()
    const other = await addVirtualAuthenticator(page, { transport: 'usb' })
    await page.goto('/auth/account')
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await expectPath(page, '/auth/passkey')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectPath(page, '/auth/account')
    await page.getByText('The passkey was added.').waitFor()
    expect(await other.credentials()).toHaveLength(1)
  })

  test('who cancels sees a message and is not signed in', async () => {
    const page = await setup.visit()
    const key = await addVirtualAuthenticator(page, { isUserVerified: false })
    await page.goto('/signin')
    await usePasskey(page)
    await card(page).getByText('Nothing happened').waitFor()
    expect(await key.credentials()).toEqual([])
    await expectSignedOut(page)
  })
})

describe('the built-in sign-in page', () => {
  test('signs a user in with autofill, and follows its CSP', async () => {
    const { page, key } = await signUpUser('ella@example.com')
    await signOutWithoutPresence(page, key)
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await restorePresence(page, key)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
    expect(errors).toEqual([])
    expect(await readUser(page)).toMatchObject({ email: 'ella@example.com' })
  })

  test('signs a user in with its button', async () => {
    const { page, key } = await signUpUser('fay@example.com')
    await signOutWithoutPresence(page, key)
    await restorePresence(page, key)
    await withoutAutofill(page)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'fay@example.com' })
  })

  test('signs a user up with an e-mail address', async () => {
    const page = await setup.visit()
    await addVirtualAuthenticator(page)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill('nora@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expectPath(page, '/auth/verify-request')
    await page.goto(await readLink(setup.demo().urls.mailbox, 'nora@example.com'))
    await page.getByRole('button', { name: 'Keep the passkey' }).click()
    await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
    await page.goto('/auth/account')
    const rows = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
    expect(await rows.filter({ hasText: 'Added' }).count()).toBe(1)
  })

  test('shows a message after a failure', async () => {
    const page = await setup.visit()
    await addVirtualAuthenticator(page, { isUserVerified: false })
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    const message = page.locator('[data-passkey-message]')
    await message.waitFor()
    expect((await message.textContent())?.length).toBeGreaterThan(10)
    await expectSignedOut(page)
  })

  test('shows without JavaScript that passkeys need it', async () => {
    const page = await setup.visit({ javaScriptEnabled: false })
    await page.goto('/auth/signin')
    expect(await page.locator('[data-passkey-noscript]').isVisible()).toBe(true)
  })
})

describe('an authenticator', () => {
  test('with the transport usb works', async () => {
    const { page, key } = await signUpUser('gwen@example.com', { transport: 'usb' })
    await signOutWithoutPresence(page, key)
    await restorePresence(page, key)
    await page.goto('/signin')
    await usePasskey(page)
    await expectSignedIn(page, 'gwen@example.com')
  })

  test.each([
    ['without user verification', { userVerification: false }],
    ['without discoverable credentials', { residentKey: false }],
    ['with U2F', { protocol: 'u2f', transport: 'usb', residentKey: false, userVerification: false }],
  ] satisfies readonly (readonly [string, VirtualAuthenticatorOptions])[])(
    '%s is rejected with a message',
    async (_name, kind) => {
      const page = await setup.visit()
      await addVirtualAuthenticator(page, kind)
      await page.goto('/')
      await card(page).getByLabel('Email').fill('hana@example.com')
      await card(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
      await card(page).getByRole('alert').filter({ hasText: /./ }).waitFor()
      await expectSignedOut(page)
    },
  )

  test('that is a copy cannot sign in after the original was used', async () => {
    const { page, key } = await signUpUser('ines@example.com')
    const [credential] = await key.credentials()
    await signOutWithoutPresence(page, key)
    await restorePresence(page, key)
    await page.goto('/signin')
    await expectSignedIn(page, 'ines@example.com')
    if (credential === undefined) throw new Error('There is no credential.')
    const attacker = await setup.visit()
    const copy = await addVirtualAuthenticator(attacker)
    await copy.addCredential(credential)
    await attacker.goto('/signin')
    await expectPath(attacker, '/auth/error')
    expect(new URL(attacker.url()).searchParams.get('error')).toBe('WebAuthnVerificationError')
    await copy.remove()
    await expectSignedOut(attacker)
  })

  test('whose passkey was deleted on the server cannot sign in', async () => {
    const { page, key } = await signUpUser('jill@example.com')
    await addVirtualAuthenticator(page, { transport: 'usb' }).then(async (stick) => {
      await key.setUserPresent(false)
      await page.goto('/passkeys')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Delete' }).nth(1).waitFor()
      await stick.remove()
    })
    const [held] = await key.credentials()
    const id = Buffer.from(held?.credentialId ?? '', 'base64').toString('base64url')
    await page
      .locator('li', { has: page.locator(`[id="name-${id}"]`) })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.locator(`[id="name-${id}"]`).waitFor({ state: 'detached' })
    await signOut(page)
    await restorePresence(page, key)
    await page.goto('/signin')
    // The signal API may have deleted the passkey from the authenticator.
    await usePasskey(page).catch(() => undefined)
    await key.remove()
    expect(await readUser(page)).toBeUndefined()
  })
})

test('a late autofill does not abort a ceremony that the user started', async () => {
  const page = await setup.visit()
  const key = await addVirtualAuthenticator(page)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const late = page.waitForRequest(/webauthn-options.*action=authenticate/)
  await page.route(/webauthn-options.*action=authenticate/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await late
  await page.route(/callback\/passkey/, async (route) => {
    // The authenticator has the passkey, and the server does not have it yet.
    release()
    await page.waitForResponse(/webauthn-options.*action=authenticate/)
    await route.continue()
  })
  await card(page).getByLabel('Email').fill('mona@example.com')
  await card(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
  await expectPath(page, '/auth/verify-request')
  expect(await key.credentials()).toHaveLength(1)
})

test('a ceremony that the user starts while the code of the autofill loads comes first', async () => {
  const page = await setup.visit()
  await addVirtualAuthenticator(page)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('webauthn-options/')) await held
    await route.fulfill({ response })
  })
  await page.goto('/')
  await card(page).getByLabel('Email').fill('nina@example.com')
  await card(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
  release()
  await expectPath(page, '/auth/verify-request')
})

/** The challenge of the response in a request. */
const challengeOf = (request: Request): unknown => {
  const { response } = JSON.parse(new URLSearchParams(request.postData() ?? '').get('data') ?? '{}')
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge
}

/** Holds the response of a page until `release`. */
const holdResponse = async (page: Page): Promise<{ response: Promise<Request>; release: () => void }> => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/callback\/passkey/, async (route) => {
    await held
    await route.continue()
  })
  return { response: page.waitForRequest(/callback\/passkey/), release }
}

describe('two tabs', () => {
  /** One passkey in two tabs. The tab that finishes last has the higher signature counter, which must increase. */
  const tabsOf = async (email: string): Promise<{ last: Page; first: Page }> => {
    const { page: last, key } = await signUpUser(email)
    await signOutWithoutPresence(last, key)
    // Read last: until then the autofill of a page may sign in, which increases the counter.
    const [credential] = await key.credentials()
    if (credential === undefined) throw new Error('There is no credential.')
    await key.remove()
    const first = await last.context().newPage()
    for (const [tab, ahead] of [
      [first, 0],
      [last, 10],
    ] as const) {
      await withoutAutofill(tab)
      await (
        await addVirtualAuthenticator(tab)
      ).addCredential({ ...credential, signCount: credential.signCount + ahead })
    }
    return { last, first }
  }

  test('run independent ceremonies and are both signed in', async () => {
    const { last, first } = await tabsOf('kate@example.com')
    await last.goto('/signin?redirectTo=/protected')
    await first.goto('/signin?redirectTo=/members')
    const { response, release } = await holdResponse(last)
    await usePasskey(last)
    const held = await response
    const sent = first.waitForRequest(/callback\/passkey/)
    await usePasskey(first)
    await first.getByRole('heading', { name: 'Members only.' }).waitFor()
    const done = await sent
    expect(challengeOf(done)).not.toBe(challengeOf(held))
    // A used response is rejected although the ceremony of the other tab is pending.
    const again = await first.request.post(done.url(), {
      headers: { origin: new URL(done.url()).origin, 'content-type': 'application/x-www-form-urlencoded' },
      data: done.postData() ?? '',
      maxRedirects: 0,
    })
    expect(again.headers()['location']).toContain('error=WebAuthnVerificationError')
    release()
    await last.getByRole('heading', { name: 'Protected page.' }).waitFor()
    for (const tab of [first, last]) {
      await tab.reload()
      expect(await readUser(tab)).toMatchObject({ email: 'kate@example.com' })
    }
  })
})

test('another origin cannot use the passkeys of this one', async () => {
  const { page, key } = await signUpUser('lena@example.com')
  await signOutWithoutPresence(page, key)
  const { site, mailbox } = setup.demo().urls
  const optionsResponse = await page.request.get('/auth/webauthn-options/passkey?action=authenticate')
  const { options } = await optionsResponse.json()
  await restorePresence(page, key)
  // The mailbox has another port of the same host: the browser allows the RP ID, but the origin differs.
  await page.goto(mailbox.replace('127.0.0.1', 'localhost'))
  const credential = await page.evaluate(
    async ({ challenge, rpId }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      const text = (buffer: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(buffer)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replace(/=+$/, '')
      const found = await navigator.credentials.get({
        publicKey: { challenge: bytes(challenge), rpId, userVerification: 'required' },
      })
      const { id, type, response } = found as PublicKeyCredential & { response: AuthenticatorAssertionResponse }
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      return {
        id,
        rawId: id,
        type,
        response: {
          clientDataJSON: text(clientDataJSON),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          userHandle: text(userHandle ?? new ArrayBuffer(0)),
        },
        clientExtensionResults: {},
      }
    },
    options as { challenge: string; rpId: string },
  )
  const response = await page.request.post(`${site}/auth/callback/passkey`, {
    headers: { origin: site },
    form: { action: 'authenticate', data: JSON.stringify(credential) },
    maxRedirects: 0,
  })
  expect(response.headers()['location']).toContain('error=WebAuthnVerificationError')
  expect(await (await page.request.get(`${site}/auth/session`)).json()).toBeNull()
})

test('the application serves the related origins', async () => {
  const page = await setup.visit()
  const response = await page.request.get('/.well-known/webauthn')
  expect(response.headers()['content-type']).toBe('application/json')
  expect(await response.json()).toEqual({ origins: ['https://authwright.example'] })
})
