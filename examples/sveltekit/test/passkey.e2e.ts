import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { plugIn } from '@authwright/test-kit/virtual-authenticator'
import type { Kind } from '@authwright/test-kit/virtual-authenticator'
import { comeBack, door, signOut, signOutWaiting, signUpMember, usePasskey } from './passkey-steps.ts'
import { setStage } from './stage.ts'
import { askUser, expectPlace, expectSignedIn, expectSignedOut, readLink } from './steps.ts'

const stage = setStage()
const member = (email: string, kind?: Kind) => signUpMember(stage, email, kind)

/** A browser that offers no passkeys in form fields. */
const withoutAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

const chooseStrategy = async (page: Page, name: 'A row in the database' | 'A sealed cookie'): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name, pressed: true }).waitFor()
}

describe('a person', () => {
  test('comes in by the button with a sealed cookie for a session as well', async () => {
    const { page, key } = await member('bea@example.com')
    await signOutWaiting(page, key)
    await chooseStrategy(page, 'A sealed cookie')
    await comeBack(page, key)
    await page.goto('/protected')
    await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    expect(await askUser(page)).toMatchObject({ email: 'bea@example.com' })
  })

  test('adds a second passkey, names it, and deletes the first', async () => {
    const { page, key } = await member('cleo@example.com')
    await key.touches(false)
    const stick = await plugIn(page, { transport: 'usb' })
    await page.goto('/passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const rows = page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    expect(await stick.held()).toHaveLength(1)
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

  test('learns on the built-in account page what there is, and adds a passkey there', async () => {
    const { page, key } = await member('dora@example.com')
    await key.unplug()
    const other = await plugIn(page, { transport: 'usb' })
    await page.goto('/auth/account')
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await expectPlace(page, '/auth/passkey')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectPlace(page, '/auth/account')
    await page.getByText('The passkey was added.').waitFor()
    expect(await other.held()).toHaveLength(1)
  })

  test('who cancels is told so in plain words, and is not signed in', async () => {
    const page = await stage.visit()
    const key = await plugIn(page, { isUserVerified: false })
    await page.goto('/signin')
    await usePasskey(page)
    await door(page).getByText('Nothing happened').waitFor()
    expect(await key.held()).toEqual([])
    await expectSignedOut(page)
  })
})

describe('the built-in sign-in page', () => {
  test('lets a person in by autofill, within its own policy', async () => {
    const { page, key } = await member('ella@example.com')
    await signOutWaiting(page, key)
    const noticed: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') noticed.push(message.text())
    })
    await comeBack(page, key)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    expect(noticed).toEqual([])
    expect(await askUser(page)).toMatchObject({ email: 'ella@example.com' })
  })

  test('lets a person in by its button', async () => {
    const { page, key } = await member('fay@example.com')
    await signOutWaiting(page, key)
    await comeBack(page, key)
    await withoutAutofill(page)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    expect(await askUser(page)).toMatchObject({ email: 'fay@example.com' })
  })

  test('signs a person up, who says who they are', async () => {
    const page = await stage.visit()
    const key = await plugIn(page)
    await page.goto('/auth/signin?callbackUrl=%2Fprotected')
    const signUpButton = page.getByRole('button', { name: 'Sign up with a passkey' })
    await signUpButton.click()
    // Without an address the browser itself says what is missing, and nothing is made.
    expect(await key.held()).toEqual([])
    await page.locator('form[data-passkey]').getByLabel('Email').fill('nora@example.com')
    await signUpButton.click()
    await expectPlace(page, '/check-mail')
    await page.goto(await readLink(stage.demo().urls.mailbox, 'nora@example.com'))
    await page.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    await page.goto('/auth/account')
    expect(await page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem').count()).toBe(1)
  })

  test('says in words what went wrong, and goes on offering', async () => {
    const page = await stage.visit()
    await plugIn(page, { isUserVerified: false })
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    const message = page.locator('[data-passkey-message]')
    await message.waitFor()
    expect((await message.textContent())?.length).toBeGreaterThan(10)
    await expectSignedOut(page)
  })

  test('without a script says that passkeys need one', async () => {
    const page = await stage.visit({ javaScriptEnabled: false })
    await page.goto('/auth/signin')
    expect(await page.locator('[data-passkey-noscript]').isVisible()).toBe(true)
  })
})

describe('an authenticator', () => {
  test('of another device holds its passkey as well', async () => {
    const { page, key } = await member('gwen@example.com', { transport: 'usb' })
    await signOutWaiting(page, key)
    await comeBack(page, key)
    await page.goto('/signin')
    await usePasskey(page)
    await expectSignedIn(page, 'gwen@example.com')
  })

  test.each([
    ['that cannot check who is there', { userVerification: false }],
    ['that keeps no passkeys', { residentKey: false }],
    ['of the first generation', { protocol: 'u2f', transport: 'usb', residentKey: false, userVerification: false }],
  ] satisfies readonly (readonly [string, Kind])[])('%s is of no use here, which is said', async (_name, kind) => {
    const page = await stage.visit()
    await plugIn(page, kind)
    await page.goto('/')
    await door(page).getByLabel('E-mail').fill('hana@example.com')
    await door(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
    await door(page).getByRole('alert').filter({ hasText: /./ }).waitFor()
    await expectSignedOut(page)
  })

  test('that was copied lets nobody in once the original has gone on', async () => {
    const { page, key } = await member('ines@example.com')
    const [credential] = await key.held()
    await signOutWaiting(page, key)
    await comeBack(page, key)
    await page.goto('/signin')
    await expectSignedIn(page, 'ines@example.com')
    if (credential === undefined) throw new Error('There is no credential.')
    const thief = await stage.visit()
    const copy = await plugIn(thief)
    await copy.put(credential)
    await thief.goto('/signin')
    await expectPlace(thief, '/auth/error')
    expect(new URL(thief.url()).searchParams.get('error')).toBe('WebAuthnVerificationError')
    await copy.unplug()
    await expectSignedOut(thief)
  })

  test('whose passkey was deleted here lets nobody in', async () => {
    const { page, key } = await member('jill@example.com')
    await plugIn(page, { transport: 'usb' }).then(async (stick) => {
      await key.touches(false)
      await page.goto('/passkeys')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Delete' }).nth(1).waitFor()
      await stick.unplug()
    })
    const [held] = await key.held()
    const id = Buffer.from(held?.credentialId ?? '', 'base64').toString('base64url')
    await page
      .locator('li', { has: page.locator(`[id="name-${id}"]`) })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.locator(`[id="name-${id}"]`).waitFor({ state: 'detached' })
    await signOut(page)
    await comeBack(page, key)
    await page.goto('/signin')
    // The signal API may already have removed it from the authenticator; either way nobody comes in.
    await usePasskey(page).catch(() => undefined)
    await key.unplug()
    expect(await askUser(page)).toBeUndefined()
  })
})

test('an autofill that comes too late does not disturb the ceremony that somebody began', async () => {
  const page = await stage.visit()
  const key = await plugIn(page)
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
    // The passkey is made, and nobody here knows it yet.
    release()
    await page.waitForResponse(/webauthn-options.*action=authenticate/)
    await route.continue()
  })
  await door(page).getByLabel('E-mail').fill('mona@example.com')
  await door(page).getByRole('button', { name: 'Sign up with a passkey' }).click()
  await expectPlace(page, '/check-mail')
  expect(await key.held()).toHaveLength(1)
})

/** The challenge that a request answers. */
const challengeOf = (request: Request): unknown => {
  const { response } = JSON.parse(new URLSearchParams(request.postData() ?? '').get('data') ?? '{}')
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge
}

/** Holds back what a page answers to its challenge until it is let go. */
const holdAnswer = async (page: Page): Promise<{ answer: Promise<Request>; release: () => void }> => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/callback\/passkey/, async (route) => {
    await held
    await route.continue()
  })
  return { answer: page.waitForRequest(/callback\/passkey/), release }
}

describe('two tabs', () => {
  /** One passkey in two tabs of a browser. It counts its signatures, so the tab that comes last has the higher number. */
  const tabsOf = async (email: string): Promise<{ last: Page; first: Page }> => {
    const { page: last, key } = await member(email)
    const [credential] = await key.held()
    if (credential === undefined) throw new Error('There is no credential.')
    await signOutWaiting(last, key)
    await key.unplug()
    const first = await last.context().newPage()
    for (const [tab, ahead] of [
      [first, 0],
      [last, 10],
    ] as const) {
      await withoutAutofill(tab)
      await (await plugIn(tab)).put({ ...credential, signCount: credential.signCount + ahead })
    }
    return { last, first }
  }

  test('each run their own ceremony, and both end signed in', async () => {
    const { last, first } = await tabsOf('kate@example.com')
    await last.goto('/signin?redirectTo=/protected')
    await first.goto('/signin?redirectTo=/members')
    const { answer, release } = await holdAnswer(last)
    await usePasskey(last)
    const held = await answer
    const sent = first.waitForRequest(/callback\/passkey/)
    await usePasskey(first)
    await first.getByRole('heading', { name: 'For members.' }).waitFor()
    const done = await sent
    expect(challengeOf(done)).not.toBe(challengeOf(held))
    // The other ceremony is open still, and is none of this answer's business.
    const again = await first.request.post(done.url(), {
      headers: { origin: new URL(done.url()).origin, 'content-type': 'application/x-www-form-urlencoded' },
      data: done.postData() ?? '',
      maxRedirects: 0,
    })
    expect(again.headers()['location']).toContain('error=WebAuthnVerificationError')
    release()
    await last.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    for (const tab of [first, last]) {
      await tab.reload()
      expect(await askUser(tab)).toMatchObject({ email: 'kate@example.com' })
    }
  })
})

test('another origin cannot use the passkeys of this one', async () => {
  const { page, key } = await member('lena@example.com')
  await signOutWaiting(page, key)
  const { site, mailbox } = stage.demo().urls
  const offer = await page.request.get('/auth/webauthn-options/passkey?action=authenticate')
  const { options } = await offer.json()
  await comeBack(page, key)
  // The mailbox stands on another port of the same host: the same domain, so the browser lets it ask; the origin is another.
  await page.goto(mailbox.replace('127.0.0.1', 'localhost'))
  const answer = await page.evaluate(
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
    form: { action: 'authenticate', data: JSON.stringify(answer) },
    maxRedirects: 0,
  })
  expect(response.headers()['location']).toContain('error=WebAuthnVerificationError')
  expect(await (await page.request.get(`${site}/auth/session`)).json()).toBeNull()
})

test('the file of related origins is there for browsers that ask', async () => {
  const page = await stage.visit()
  const response = await page.request.get('/.well-known/webauthn')
  expect(response.headers()['content-type']).toBe('application/json')
  expect(await response.json()).toEqual({ origins: ['https://authwright.example'] })
})
