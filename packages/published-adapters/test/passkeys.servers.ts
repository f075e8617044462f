import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { postResponse, fetchOptions, register, signIn } from '@authwright/test-kit/webauthn/passkey-setup'
import { pendingPasskeyRules } from '@authwright/test-kit/webauthn/pending-passkeys'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject } from './subjects.ts'

const HOME = `${ORIGIN}/`

/** The published adapters with methods for passkeys. */
const withPasskeys = allSubjects.filter(({ name }) => /drizzle|prisma|unstorage/.test(name))

const servers = openServers()
afterAll(() => servers.close())

const cases = withPasskeys.map((kind) => [kind.name, kind.store, kind] as const)

describe.each(cases)('passkeys through %s over %s', (_name, _store, kind) => {
  let subject: Subject
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason === null) subject = await kind.open(await servers.databaseFor(kind))
  }, 60_000)
  afterAll(() => subject?.close())

  describe('that wait for their e-mail', () => {
    pendingPasskeyRules(() => subject.adapter)
  })

  test('can be registered, added, used once for each challenge, and deleted', async () => {
    const setup = setUpAuth({
      providers: [passkeyProvider()],
      adapter: subject.adapter,
      experimental: { enableWebAuthn: true },
    })
    const browser = setup.browser()
    const [first, second] = [new Passkey({ be: true }), new Passkey()]
    expect(location(await register(browser, first, 'ada@example.org'))).toBe(HOME)
    expect(location(await register(browser, second))).toBe(HOME)
    for (const passkey of [first, second]) {
      const other = setup.browser()
      expect(location(await signIn(other, passkey))).toBe(HOME)
      expect((await other.session())?.user?.email).toBe('ada@example.org')
    }
    expect(setup.errors).toEqual([])

    const late = setup.browser()
    const { options } = await fetchOptions(late, { action: 'authenticate' })
    const data = first.assert(options)
    const attacker = late.copy()
    expect(location(await postResponse(late, 'authenticate', data))).toBe(HOME)
    expect(location(await postResponse(attacker, 'authenticate', data))).toContain('error=WebAuthnVerificationError')

    const credentialId = first.id.toString('base64url')
    const deleted = await browser.post('/auth/account', { action: 'passkey-delete', credentialId })
    expect(location(deleted)).toBe(`${ORIGIN}/auth/account?done=passkey-deleted`)
    // The adapter cannot delete the passkey. Without its account it does not sign in.
    expect(location(await signIn(setup.browser(), first))).toContain('error=WebAuthnVerificationError')
    expect(location(await signIn(setup.browser(), second))).toBe(HOME)
    const account = await browser.get('/auth/account', { accept: 'application/json' })
    expect(await account.json()).toMatchObject({ passkeys: [{ credentialId: second.id.toString('base64url') }] })
    const last = { action: 'passkey-delete', credentialId: second.id.toString('base64url') }
    expect(location(await browser.post('/auth/account', last))).toContain('error=AccessDenied')
  }, 60_000)
})
