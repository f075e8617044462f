import { build } from 'esbuild'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '@authwright/client'
import { openPage, providers, redirectTo, serve } from './page.ts'

const PAGE = 'https://app.example/here'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

/** What the browser does in a ceremony: it returns a credential, or throws. */
type Ceremony = () => unknown

const rejects = (name: string) => () => {
  throw Object.assign(new Error('no'), { name })
}

const assertion: Ceremony = () => ({
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

const attestation: Ceremony = () => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('{}'), attestationObject: bytes('object'), getTransports: () => ['internal'] },
})

/** A browser with passkeys. Returns the options of its ceremonies. */
const openBrowser = (
  get: Ceremony = assertion,
  create: Ceremony = attestation,
  signals: Record<string, unknown> = {},
) => {
  const requested: unknown[] = []
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function credential() {}, signals),
  )
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('navigator', {
    credentials: {
      get: async (options: unknown) => {
        requested.push(options)
        return get()
      },
      create: async (options: unknown) => {
        requested.push(options)
        return create()
      },
    },
  })
  return requested
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

const setup = (responses: Parameters<typeof serve>[0] = {}) => {
  const server = serve({
    '/auth/providers': providers,
    '/auth/webauthn-options/passkey': offers('authenticate'),
    '/auth/callback/passkey': redirectTo('/next'),
    ...responses,
  })
  return { ...server, client: createClient({ fetch: server.fetch }) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('signing in with a passkey', () => {
  test('requests options, runs the ceremony, posts its response and redirects', async () => {
    const page = openPage(PAGE)
    openBrowser()
    const { client, sent } = setup()
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
    expect(page.navigated).toEqual(['https://app.example/next'])
  })

  test('is what signIn does with a provider of the type webauthn', async () => {
    openPage(PAGE)
    openBrowser()
    const { client, sent } = setup()
    expect(await client.signIn('passkey', { redirect: false })).toMatchObject({
      ok: true,
      url: 'https://app.example/next',
    })
    expect(sent.map(({ path }) => path)).toContain('/auth/callback/passkey')
  })

  test('signIn with the action register creates a passkey', async () => {
    openPage(PAGE)
    openBrowser()
    const { client, sent } = setup({ '/auth/webauthn-options/passkey': offers('register') })
    expect(await client.signIn('passkey', { action: 'register', redirect: false })).toMatchObject({ ok: true })
    expect(sent.map(({ path }) => path)).toContain('/auth/webauthn-options/passkey?action=register')
    expect(new URLSearchParams(sent.at(-1)?.body).get('action')).toBe('register')
  })

  test.each([
    ['PasskeyCancelled', 'NotAllowedError'],
    ['PasskeyCancelled', 'AbortError'],
    ['PasskeyFailed', 'SecurityError'],
    ['PasskeyFailed', 'TypeError'],
  ])('fails with %s after %s in the browser, and posts nothing', async (error, name) => {
    const page = openPage(PAGE)
    openBrowser(rejects(name))
    const { client, sent } = setup()
    const failure = { error, ok: false, status: 0, url: null, code: undefined }
    expect(await client.signInWithPasskey()).toEqual(failure)
    expect(sent).toHaveLength(1)
    expect(page.navigated).toEqual([])
  })

  test('fails with PasskeyUnsupported in a browser without passkeys', async () => {
    openPage(PAGE)
    vi.stubGlobal('PublicKeyCredential', undefined)
    expect(await setup().client.signInWithPasskey()).toMatchObject({ error: 'PasskeyUnsupported', ok: false })
  })

  test('reports the error of the server', async () => {
    const page = openPage(PAGE)
    openBrowser()
    const rejecting = setup({
      '/auth/webauthn-options/passkey': () => Response.json({ error: 'Invalid request' }, { status: 400 }),
    })
    expect(await rejecting.client.signInWithPasskey()).toMatchObject({ error: 'Invalid request', status: 400 })
    const malformed = setup({ '/auth/webauthn-options/passkey': () => Response.json({ action: 'other', options: {} }) })
    expect(await malformed.client.signInWithPasskey()).toMatchObject({ error: 'UnexpectedResponse' })
    expect(page.navigated).toEqual([])
    const unverified = setup({ '/auth/callback/passkey': redirectTo('/auth/error?error=WebAuthnVerificationError') })
    expect(await unverified.client.signInWithPasskey({ redirect: false })).toMatchObject({
      ok: false,
      error: 'WebAuthnVerificationError',
      url: null,
    })
  })

  test('runs only the later of two that start together', async () => {
    openPage(PAGE)
    const requested = openBrowser()
    const { client } = setup()
    const [first, second] = await Promise.all([
      client.signInWithPasskey({ redirect: false }),
      client.signInWithPasskey({ redirect: false }),
    ])
    expect([first?.error, second?.ok]).toEqual(['PasskeyCancelled', true])
    expect(requested).toHaveLength(1)
  })
})

describe('registering a passkey', () => {
  test('sends the e-mail address and the name', async () => {
    openPage(PAGE)
    openBrowser()
    const { client, sent } = setup({ '/auth/webauthn-options/passkey': offers('register') })
    await client.registerPasskey({ email: 'ada@example.org', name: 'Blue key', redirect: false })
    expect(sent[0]?.path).toBe('/auth/webauthn-options/passkey?action=register&email=ada%40example.org')
    const form = new URLSearchParams(sent[1]?.body)
    expect([form.get('action'), form.get('name')]).toEqual(['register', 'Blue key'])
    expect(JSON.parse(form.get('data') ?? '')).toMatchObject({ response: { transports: ['internal'] } })
  })

  test('fails with PasskeyAlreadyRegistered when the authenticator has a passkey of the user', async () => {
    openPage(PAGE)
    openBrowser(assertion, rejects('InvalidStateError'))
    const { client } = setup({ '/auth/webauthn-options/passkey': offers('register') })
    expect(await client.registerPasskey()).toMatchObject({ error: 'PasskeyAlreadyRegistered' })
  })

  test('uses conditional creation with automatic: true', async () => {
    openPage(PAGE)
    const requested = openBrowser()
    const { client } = setup({ '/auth/webauthn-options/passkey': offers('register') })
    await client.registerPasskey({ automatic: true, redirect: false })
    expect(requested).toMatchObject([{ mediation: 'conditional' }])
  })
})

describe('autofill', () => {
  test('uses conditional mediation', async () => {
    openPage(PAGE)
    const requested = openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { finished } = setup().client.startPasskeyAutofill({ redirect: false })
    expect(await finished).toMatchObject({ ok: true })
    expect(requested).toMatchObject([{ mediation: 'conditional' }])
  })

  test('does nothing in a browser without conditional mediation', async () => {
    openPage(PAGE)
    const requested = openBrowser()
    const { client, sent } = setup()
    expect(await client.startPasskeyAutofill().finished).toBeUndefined()
    expect([requested, sent]).toEqual([[], []])
  })

  test.each([
    ['stopped', true],
    ['not stopped', false],
  ])('that is %s does not replace a ceremony that the user starts at once', async (_name, isStopped) => {
    openPage(PAGE)
    const requested = openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { client } = setup()
    const autofill = client.startPasskeyAutofill({ redirect: false })
    if (isStopped) autofill.stop()
    expect(await client.signInWithPasskey({ redirect: false })).toMatchObject({ ok: true })
    expect(await autofill.finished).toBeUndefined()
    expect(requested).toHaveLength(1)
  })

  test('does not stop a ceremony that began after it', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { client } = setup()
    const autofill = client.startPasskeyAutofill({ redirect: false })
    const signingIn = client.signInWithPasskey({ redirect: false })
    await autofill.finished
    autofill.stop()
    expect(await signingIn).toMatchObject({ ok: true })
  })

  test('gets a new challenge after eight minutes, before the server rejects the old one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    openPage(PAGE)
    const aborted = (): Promise<never> => {
      const { signal } = requested.at(-1) as { signal: AbortSignal }
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const ceremonies: Ceremony[] = [aborted, assertion]
    const requested = openBrowser(() => ceremonies.shift()?.(), attestation, {
      isConditionalMediationAvailable: async () => true,
    })
    const { client, sent } = setup()
    const { finished } = client.startPasskeyAutofill({ redirect: false })
    await vi.waitFor(() => expect(requested).toHaveLength(1))
    vi.advanceTimersByTime(480_000)
    expect(await finished).toMatchObject({ ok: true })
    expect(sent.filter(({ path }) => path.startsWith('/auth/webauthn-options'))).toHaveLength(2)
  })

  test('can be stopped before it has started', async () => {
    openPage(PAGE)
    const requested = openBrowser(assertion, attestation, { isConditionalMediationAvailable: async () => true })
    const { finished, stop } = setup().client.startPasskeyAutofill({ redirect: false })
    stop()
    expect(await finished).toBeUndefined()
    expect(requested).toEqual([])
  })
})

describe('the passkeys of the current user', () => {
  const account = () =>
    Response.json({
      passkeys: [
        { credentialId: 'one', isBackedUp: true },
        { credentialId: 'two', isBackedUp: false },
      ],
      rpId: 'app.example',
      userId: 'YWRh',
    })
  const signalled: unknown[] = []
  const signals = {
    signalUnknownCredential: async (options: unknown) => void signalled.push(options),
    signalAllAcceptedCredentials: async (options: unknown) => void signalled.push(options),
  }
  afterEach(() => void signalled.splice(0))

  /** The account route responds with data to GET, and with a redirect target to POST. */
  const accountSetup = (posted: () => Response) => {
    let gets = 0
    const server = serve({
      '/auth/account': () => (server.sent.at(-1)?.method === 'POST' ? posted() : ((gets += 1), account())),
    })
    return { ...server, client: createClient({ fetch: server.fetch }), gets: () => gets }
  }

  test('are listed and signalled to password managers', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client, sent } = accountSetup(account)
    expect((await client.listPasskeys()).map(({ credentialId }) => credentialId)).toEqual(['one', 'two'])
    expect(sent[0]?.headers.get('accept')).toBe('application/json')
    expect(signalled).toEqual([{ rpId: 'app.example', userId: 'YWRh', allAcceptedCredentialIds: ['one', 'two'] }])
  })

  test('are not signalled when a passkey was registered during the request', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const { fetch } = serve({
      '/auth/account': account,
      '/auth/webauthn-options/passkey': offers('register'),
      '/auth/callback/passkey': redirectTo('/here'),
    })
    const slow: typeof fetch = async (...given) => {
      const response = await fetch(...given)
      await held
      return response
    }
    const client = createClient({ fetch })
    const listed = createClient({ fetch: slow }).listPasskeys()
    expect((await client.registerPasskey({ redirect: false }))?.ok).toBe(true)
    release()
    expect(await listed).toHaveLength(2)
    expect(signalled).toEqual([])
    await client.listPasskeys()
    expect(signalled).toHaveLength(1)
  })

  test('are not signalled when the request starts during a registration', async () => {
    openPage(PAGE)
    const lists: Promise<unknown>[] = []
    const { fetch } = serve({
      '/auth/account': account,
      '/auth/webauthn-options/passkey': offers('register'),
      '/auth/callback/passkey': redirectTo('/here'),
    })
    const client = createClient({
      fetch: async (...given) => {
        // The only POST is the new passkey.
        if (given[1]?.method === 'POST') await Promise.all(lists)
        return fetch(...given)
      },
    })
    openBrowser(assertion, () => (lists.push(client.listPasskeys()), attestation()), signals)
    await client.registerPasskey({ redirect: false })
    expect([lists.length, signalled]).toEqual([1, []])
  })

  test('can be renamed', async () => {
    openPage(PAGE)
    const { client, sent } = accountSetup(redirectTo('/auth/account?done=passkey-renamed'))
    await client.renamePasskey('one', 'Blue key')
    expect(sent[0]?.body).toBe('action=passkey-rename&credentialId=one&name=Blue+key')
  })

  test('can be deleted, which is signalled to password managers', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client } = accountSetup(redirectTo('/auth/account?done=passkey-deleted'))
    await client.deletePasskey('one')
    expect(signalled).toEqual([
      { rpId: 'app.example', credentialId: 'one' },
      { rpId: 'app.example', userId: 'YWRh', allAcceptedCredentialIds: ['two'] },
    ])
  })

  test('can be deleted when the browser rejects the signal', async () => {
    openPage(PAGE)
    openBrowser(assertion, attestation, { signalUnknownCredential: rejects('NotAllowedError') })
    const { client } = accountSetup(redirectTo('/auth/account?done=passkey-deleted'))
    await expect(client.deletePasskey('one')).resolves.toBeUndefined()
  })

  test.each([
    ['/auth/signin?callbackUrl=x&error=ReauthenticationRequired', 'ReauthenticationRequired'],
    ['/auth/error?error=AccessDenied', 'AccessDenied'],
  ])('reject with a ClientError when the server redirects to %s, and are not signalled', async (target, type) => {
    openPage(PAGE)
    openBrowser(assertion, attestation, signals)
    const { client } = accountSetup(redirectTo(target))
    await expect(client.deletePasskey('one')).rejects.toMatchObject({ name: 'ClientError', type })
    expect(signalled).toEqual([])
  })

  test('reject with SessionRequired without a session', async () => {
    openPage(PAGE)
    const { fetch } = serve({ '/auth/account': () => Response.json({ error: 'SessionRequired' }, { status: 401 }) })
    await expect(createClient({ fetch }).listPasskeys()).rejects.toMatchObject({ type: 'SessionRequired', status: 401 })
  })
})

test('a page that uses no passkeys does not load their code', async () => {
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
