import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/types/index.ts'
import { memoryAdapter } from '@authwright/testing'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register, setUpPasskeys, signIn, signUp } from '@authwright/test-kit/webauthn/passkey-setup'
import { authenticatorIcons } from '../../src/pages/icons/authenticator-icons.ts'
import { authenticatorModels } from '../../src/protocols/webauthn/authenticator-models.ts'
import { allOf, readPage, textOf } from '../pages/read-page.ts'

const ONE_PASSWORD = 'bada5566-a7aa-401f-bd96-45619a55120d'
const YUBIKEY = 'ee882879-721c-4913-9775-3dfcce97072a'

/** The rows of the section, and the path of each icon. */
const readPasskeys = async (browser: TestBrowser) => {
  const root = readPage(await (await browser.get('/auth/account')).text())
  const section = allOf(root, 'section').find(({ attributes }) => attributes.get('aria-labelledby') === 'passkeys')
  return allOf(section ?? root, 'li').flatMap((row) => {
    const [name] = allOf(row, 'strong')
    const [path] = allOf(row, 'path')
    return name === undefined ? [] : [{ name: textOf(name).trim(), path: path?.attributes.get('d') }]
  })
}

const namesOf = async (browser: TestBrowser): Promise<readonly string[]> =>
  (await readPasskeys(browser)).map(({ name }) => name).toSorted()

test('a passkey has the name and the mark of its password manager, and keeps the mark after a rename', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey({ aaguid: ONE_PASSWORD })
  const browser = await signUp(setup, passkey)
  const path = authenticatorIcons.get('1password')?.path
  expect(await readPasskeys(browser)).toEqual([{ name: '1Password', path }])
  const credentialId = passkey.id.toString('base64url')
  await browser.post('/auth/account', { action: 'passkey-rename', credentialId, name: 'Home' })
  expect(await readPasskeys(browser)).toEqual([{ name: 'Home', path }])
})

test('a passkey of an unknown or anonymous model has a key, and no AAGUID of zeros is stored', async () => {
  const setup = setUpPasskeys()
  const browser = await signUp(setup, new Passkey())
  await register(browser, new Passkey({ aaguid: 'ffffffff-0000-4000-8000-000000000000' }))
  const shown = await readPasskeys(browser)
  expect(shown.map(({ name }) => name)).toEqual(['Passkey', 'Passkey'])
  expect(new Set(shown.map(({ path }) => path)).size).toBe(1)
  const rows = [...setup.adapter.state().authenticators.values()]
  expect(rows.map(({ aaguid }) => aaguid)).toEqual([undefined, 'ffffffff-0000-4000-8000-000000000000'])
})

test('an adapter that stores a name and no AAGUID keeps the name', async () => {
  const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
  const createAuthenticator: typeof memory.createAuthenticator = ({ aaguid: _model, ...row }) =>
    memory.createAuthenticator(row)
  const setup = setUpPasskeys({ adapter: { ...memory, createAuthenticator } })
  const browser = await signUp(setup, new Passkey({ aaguid: YUBIKEY }))
  expect(await namesOf(browser)).toEqual(['YubiKey 5'])
})

test('an adapter as published for Auth.js gets no member that its tables lack', async () => {
  const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
  const { transaction: _all, updateAuthenticator: _update, deleteAuthenticator: _delete, ...adapter } = memory
  const setup = setUpPasskeys({ adapter: adapter as typeof memory })
  await signUp(setup, new Passkey({ aaguid: YUBIKEY }))
  const [row = {}] = memory.state().authenticators.values()
  expect(Object.keys(row)).not.toContain('aaguid')
})

test('every model with a mark has one on the pages', () => {
  const missing = [...authenticatorModels.values()].filter(
    ({ icon }) => icon !== undefined && !authenticatorIcons.has(icon),
  )
  expect(missing).toEqual([])
})

test('"This device" stands at the passkey of the device that was used last in this browser', async () => {
  const setup = setUpPasskeys()
  const [device, key] = [new Passkey({ attachment: 'platform' }), new Passkey({ attachment: 'cross-platform' })]
  const laptop = await signUp(setup, device)
  expect(await namesOf(laptop)).toEqual(['Passkey This device'])
  await register(laptop, key)
  await signIn(laptop, key)
  expect(await namesOf(laptop)).toEqual(['Passkey', 'Passkey This device'])
  const phone = setup.browser()
  await signIn(phone, key)
  expect(await namesOf(phone)).toEqual(['Passkey', 'Passkey'])
  await signIn(phone, device)
  expect(await namesOf(phone)).toEqual(['Passkey', 'Passkey This device'])
})

test('the cookie of this device shows neither the passkey nor the user, and can be switched off', async () => {
  const open = async (config: Partial<AuthConfig> = {}) => {
    const passkey = new Passkey({ attachment: 'platform' })
    const browser = await signUp(setUpPasskeys({ config }), passkey)
    return { passkey, value: browser.cookies.get('__Host-authwright.last-passkey') }
  }
  const { passkey, value } = await open()
  expect(value).toMatch(/^[0-9a-f]{16}$/)
  expect(passkey.id.toString('hex')).not.toContain(value)
  expect((await open({ rememberProvider: false })).value).toBeUndefined()
})
