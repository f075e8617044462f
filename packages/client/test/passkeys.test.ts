import { build } from 'esbuild'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '@authwright/client'
import { openPage, providers, sendTo, serve } from './page.ts'

const PAGE = 'https://app.example/here'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

/** What a browser answers to a ceremony: the credential, or why there is none. */
type Answer = () => unknown

const rejects = (name: string) => () => {
  throw Object.assign(new Error('no'), { name })
}

const assertion: Answer = () => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('{}'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('ada'),
  },
})

const attestation: Answer = () => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('{}'), attestationObject: bytes('object'), getTransports: () => ['internal'] },
})

/** A browser with passkeys, and what it was asked. */
const openBrowser = (get: Answer = assertion, create: Answer = attestation, signals: Record<string, unknown> = {}) => {
  const asked: unknown[] = []
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function credential() {}, signals),
  )
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('navigator', {
    credentials: {
      get: async (options: unknown) => {
        asked.push(options)
        return get()
      },
      create: async (options: unknown) => {
        asked.push(options)
        return create()
      },
    },
  })
  return asked
}

const requestOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'app.example' }
const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'app.example', name: 'App' },
  user: { id: 'YWRh', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}
const offers = (action: 'authenticate' | 'register') => () =>
  Response.json({ action, options: action === 'register' ? creationOptions : requestOptions })

const site = (answers: Parameters<typeof serve>[0] = {}) => {
  const server = serve({
    '/auth/providers': providers,
    '/auth/webauthn-options/passkey': offers('authenticate'),
    '/auth/callback/passkey': sendTo('/next'),
    ...answers,
  })
  return { ...server, client: createClient({ fetch: server.fetch }) }
}

afterEach(() => vi.unstubAllGlobals())

describe('signing in with a passkey', () => {
  test('asks for options, lets the person use it, posts the answer, and goes on', async () => {
    const page = openPage(PAGE)
    openBrowser()
    const { client, sent } = site()
    expect(await client.signInWithPasskey({ redirectTo: '/there' })).toBeUndefined()
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /auth/webauthn-options/passkey?action=authenticate',
      'POST /auth/callback/passkey',
    ])
    const form = new URLSearchParams(sent[1]?.body)
    expect([form.get('action'), form.get('callbackUrl')]).toEqual(['authenticate', '/there'])
    expect(JSON.parse(form.get('data') ?? '')).toMatchObject({
      id: 'aWQ',
      rawId: 'aWQ',
      response: { userHandle: 'YWRh' },
    })
    expect(page.went).toEqual(['https://app.example/next'])
  })

  test('is what signIn does with a provider of that type', async () => {
    openPage(PAGE)
    openBrowser()
    const { client, sent } = site()
    expect(await client.signIn('passkey', { redirect: false })).toMatchObject({
      ok: true,
      url: 'https://app.example/next',
    })
    expect(sent.map(({ path }) => path)).toContain('/auth/callback/passkey')
  })

  test.each([
    ['PasskeyCancelled', 'NotAllowedError'],
    ['PasskeyCancelled', 'AbortError'],
    ['PasskeyFailed', 'SecurityError'],
    ['PasskeyFailed', 'TypeError'],
  ])('says %s when the browser says %s, posts nothing and stays', async (error, name) => {
    const page = openPage(PAGE)
    openBrowser(rejects(name))
    const { client, sent } = site()
    const failure = { error, ok: false, status: 0, url: null, code: undefined }
    expect(await client.signInWithPasskey()).toEqual(failure)
    expect(sent).toHaveLength(1)
    expect(page.went).toEqual([])
  })

  test('says that a browser without passkeys has none', async () => {
    openPage(PAGE)
    vi.stubGlobal('PublicKeyCredential', undefined)
    expect(await site().client.signInWithPasskey()).toMatchObject({ error: 'PasskeyUnsupported', ok: false })
  })

  test('says why the server gives no options, and what it thinks of the answer', async () => {
    const page = openPage(PAGE)
    openBrowser()
    const refusing = site({
      '/auth/webauthn-options/passkey': () => Response.json({ error: 'Invalid request' }, { status: 400 }),
    })
    expect(await refusing.client.signInWithPasskey()).toMatchObject({ error: 'Invalid request', status: 400 })
    const strange = site({ '/auth/webauthn-options/passkey': () => Response.json({ action: 'dance', options: {} }) })
    expect(await strange.client.signInWithPasskey()).toMatchObject({ error: 'UnexpectedAnswer' })
    expect(page.went).toEqual([])
    const doubting = site({ '/auth/callback/passkey': sendTo('/auth/error?error=WebAuthnVerificationError') })
    expect(await doubting.client.signInWithPasskey({ redirect: false })).toMatchObject({
      ok: false,
      error: 'WebAuthnVerificationError',
      url: null,
    })
  })

  test('of which two are begun runs the later one', async () => {
    openPage(PAGE)
    const asked = openBrowser()
    const { client } = site()
    const [first, second] = await Promise.all([
      client.signInWithPasskey({ redirect: false }),
      client.signInWithPasskey({ redirect: false }),
    ])
    expect([first?.error, second?.ok]).toEqual(['PasskeyCancelled', true])
    expect(asked).toHaveLength(1)
  })
})

describe('making a passkey', () => {
  test('names who signs up, and what it is called', async () => {
    openPage(PAGE)
    openBrowser()
    const { client, sent } = site({ '/auth/webauthn-options/passkey': offers('register') })
    await client.registerPasskey({ email: 'ada@example.org', name: 'Blue key', redirect: false })
    expect(sent[0]?.path).toBe('/auth/webauthn-options/passkey?action=register&email=ada%40example.org')
    const form = new URLSearchParams(sent[1]?.body)
    expect([form.get('action'), form.get('name')]).toEqual(['register', 'Blue key'])
    expect(JSON.parse(form.get('data') ?? '')).toMatchObject({ response: { transports: ['internal'] } })
  })

  test('says when the authenticator has one already', async () => {
    openPage(PAGE)
    openBrowser(assertion, rejects('InvalidStateError'))
    const { client } = site({ '/auth/webauthn-options/passkey': offers('register') })
    expect(await client.registerPasskey()).toMatchObject({ error: 'PasskeyKnown' })
  })

  test('can be left to the browser', async () => {
    openPage(PAGE)
    const asked = openBrowser()
    const { client } = site({ '/auth/webauthn-options/passkey': offers('register') })
    await client.registerPasskey({ automatic: true, redirect: false })
    expect(asked).toMatchObject([{ mediation: 'conditional' }])
  })
})

describe('autofill', () => {
  test('waits in the fields of the page', async () => {
    openPage(PAGE)
    const asked = openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { finished } = site().client.startPasskeyAutofill({ redirect: false })
    expect(await finished).toMatchObject({ ok: true })
    expect(asked).toMatchObject([{ mediation: 'conditional' }])
  })

  test('is nothing where the browser cannot do it', async () => {
    openPage(PAGE)
    const asked = openBrowser()
    const { client, sent } = site()
    expect(await client.startPasskeyAutofill().finished).toBeUndefined()
    expect([asked, sent]).toEqual([[], []])
  })

  test('ends when it is told to, even before it has begun', async () => {
    openPage(PAGE)
    const asked = openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { finished, stop } = site().client.startPasskeyAutofill({ redirect: false })
    stop()
    expect(await finished).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('one’s own passkeys', () => {
  const account = () =>
    Response.json({
      passkeys: [
        { credentialId: 'one', isBackedUp: true },
        { credentialId: 'two', isBackedUp: false },
      ],
      rpId: 'app.example',
      userId: 'YWRh',
    })
  const told: unknown[] = []
  const signals = {
    signalUnknownCredential: async (options: unknown) => void told.push(options),
    signalAllAcceptedCredentials: async (options: unknown) => void told.push(options),
  }
  afterEach(() => void told.splice(0))

  /** The account route answers data to a question and an address to a form. */
  const accountSite = (posted: () => Response) => {
    let gets = 0
    const server = serve({
      '/auth/account': () => (server.sent.at(-1)?.method === 'POST' ? posted() : ((gets += 1), account())),
    })
    return { ...server, client: createClient({ fetch: server.fetch }), gets: () => gets }
  }

  test('are listed, and password managers are told', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client, sent } = accountSite(account)
    expect((await client.listPasskeys()).map(({ credentialId }) => credentialId)).toEqual(['one', 'two'])
    expect(sent[0]?.headers.get('accept')).toBe('application/json')
    expect(told).toEqual([{ rpId: 'app.example', userId: 'YWRh', allAcceptedCredentialIds: ['one', 'two'] }])
  })

  test('are told to nobody when another one was made while they were asked for', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const { fetch } = serve({
      '/auth/account': account,
      '/auth/webauthn-options/passkey': offers('register'),
      '/auth/callback/passkey': sendTo('/here'),
    })
    const slow: typeof fetch = async (...given) => {
      const answer = await fetch(...given)
      await held
      return answer
    }
    const client = createClient({ fetch })
    const listed = createClient({ fetch: slow }).listPasskeys()
    expect((await client.registerPasskey({ redirect: false }))?.ok).toBe(true)
    release()
    expect(await listed).toHaveLength(2)
    expect(told).toEqual([])
    await client.listPasskeys()
    expect(told).toHaveLength(1)
  })

  test('are told to nobody when they are asked for while another one is made', async () => {
    openPage(PAGE)
    const lists: Promise<unknown>[] = []
    const { fetch } = serve({
      '/auth/account': account,
      '/auth/webauthn-options/passkey': offers('register'),
      '/auth/callback/passkey': sendTo('/here'),
    })
    const client = createClient({
      fetch: async (...given) => {
        // The one thing that is posted is the new passkey.
        if (given[1]?.method === 'POST') await Promise.all(lists)
        return fetch(...given)
      },
    })
    openBrowser(assertion, () => (lists.push(client.listPasskeys()), attestation()), signals)
    await client.registerPasskey({ redirect: false })
    expect([lists.length, told]).toEqual([1, []])
  })

  test('get names', async () => {
    openPage(PAGE)
    const { client, sent } = accountSite(sendTo('/auth/account?done=passkey-renamed'))
    await client.renamePasskey('one', 'Blue key')
    expect(sent[0]?.body).toBe('action=passkey-rename&credentialId=one&name=Blue+key')
  })

  test('are deleted, and password managers are told so', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client } = accountSite(sendTo('/auth/account?done=passkey-deleted'))
    await client.deletePasskey('one')
    expect(told).toEqual([
      { rpId: 'app.example', credentialId: 'one' },
      { rpId: 'app.example', userId: 'YWRh', allAcceptedCredentialIds: ['two'] },
    ])
  })

  test('are deleted where the browser cannot be told, or does not want to know', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, { signalUnknownCredential: rejects('NotAllowedError') })
    const { client } = accountSite(sendTo('/auth/account?done=passkey-deleted'))
    await expect(client.deletePasskey('one')).resolves.toBeUndefined()
  })

  test.each([
    ['/auth/signin?callbackUrl=x&error=ReauthenticationRequired', 'ReauthenticationRequired'],
    ['/auth/error?error=AccessDenied', 'AccessDenied'],
  ])('that are not deleted (%s) are an error, and nobody is told', async (address, type) => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client } = accountSite(sendTo(address))
    await expect(client.deletePasskey('one')).rejects.toMatchObject({ name: 'ClientError', type })
    expect(told).toEqual([])
  })

  test('of nobody are an error', async () => {
    openPage(PAGE)
    const { fetch } = serve({ '/auth/account': () => Response.json({ error: 'SessionRequired' }, { status: 401 }) })
    await expect(createClient({ fetch }).listPasskeys()).rejects.toMatchObject({ type: 'SessionRequired', status: 401 })
  })
})

test('a page without passkeys does not load their code', async () => {
  const entry = new URL('../src/index.ts', import.meta.url).pathname
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/out',
    write: false,
    minify: true,
    conditions: ['authwright-source'],
  })
  const main = outputFiles.find(({ path }) => path.endsWith('/index.js'))
  expect(main?.text).toContain('createClient')
  expect(main?.text).not.toContain('startAuthentication')
  expect(main?.text).not.toContain('allowCredentials')
  expect(main?.text.length).toBeLessThan(9000)
})
