import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import type { Adapter, AuthConfig, EmailConfig, Runtime, VerificationRequestParams } from '@authwright/core'
import { setUpAuth, type AuthSetup, type TestBrowser } from '../auth-setup.ts'

/** An application with e-mail sign-in that records every e-mail. */
export interface EmailSetup extends AuthSetup {
  readonly adapter: MemoryAdapter
  readonly mails: VerificationRequestParams[]
}

export interface EmailSetupOptions {
  readonly config?: Partial<AuthConfig>
  /** Further providers. */
  readonly otherProviders?: AuthConfig['providers']
  /** Methods that replace those of the memory adapter; `undefined` removes one. */
  readonly adapter?: { readonly [Method in keyof Adapter]?: Adapter[Method] | undefined }
  readonly runtime?: Partial<Runtime>
}

/** Set up an application with one e-mail provider. */
export const setUpEmail = (
  email: Partial<EmailConfig> = {},
  { config, otherProviders = [], adapter: own, runtime }: EmailSetupOptions = {},
): EmailSetup => {
  const mails: VerificationRequestParams[] = []
  const time: { now: () => number } = { now: Date.now }
  const adapter = memoryAdapter({ now: () => time.now() })
  const provider: EmailConfig = {
    id: 'email',
    name: 'E-mail',
    type: 'email',
    sendVerificationRequest: (params) => void mails.push(params),
    ...email,
  }
  const methods = Object.entries({ ...adapter, ...own }).filter(([, method]) => method !== undefined)
  const context = setUpAuth(
    { providers: [provider, ...otherProviders], adapter: Object.fromEntries(methods), ...config },
    runtime,
  )
  time.now = context.clock.now
  return { ...context, adapter, mails }
}

export const ANN = 'ann@example.org'

/** Request an e-mail in a browser, and return the e-mail. */
export const requestMail = async (
  setup: EmailSetup,
  browser: TestBrowser,
  email = ANN,
): Promise<VerificationRequestParams> => {
  await browser.post('/auth/signin/email', { email, callbackUrl: '/members' })
  const mail = setup.mails.at(-1)
  if (mail === undefined) throw new Error('No e-mail was sent')
  return mail
}

/** Submit a code. */
export const submitCode = (
  browser: TestBrowser,
  code: string | undefined,
  more: Record<string, string> = {},
): Promise<Response> => browser.post('/auth/callback/email', { code: code ?? '', ...more })

/** Submit the confirmation page of a link. */
export const confirmLink = (browser: TestBrowser, link: string): Promise<Response> =>
  browser.post('/auth/callback/email', Object.fromEntries(new URL(link).searchParams))

/** Open a link that asks for a confirmation, and press the button of its page. */
export const confirmOnPage = async (browser: TestBrowser, link: string): Promise<Response> => {
  const html = await (await browser.get(link)).text()
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return browser.post(
    new URL(link).pathname,
    Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  )
}

/** Codes that differ from the given one. */
export const wrongCodes = (code: string | undefined): readonly string[] =>
  ['BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'FFFF-FFFF', 'GGGG-GGGG', 'HHHH-HHHH'].filter((wrong) => wrong !== code)
