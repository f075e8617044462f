import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import type { Adapter, AuthConfig, EmailConfig, Runtime, VerificationRequestParams } from '@authwright/core'
import { makeSite } from '../site.ts'
import type { Site, Visitor } from '../site.ts'

/** A site that signs in by e-mail, with every mail it would have sent. */
export interface World extends Site {
  readonly adapter: MemoryAdapter
  readonly mails: VerificationRequestParams[]
}

export interface WorldOptions {
  readonly config?: Partial<AuthConfig>
  /** Providers beside the e-mail provider. */
  readonly beside?: AuthConfig['providers']
  /** Methods in place of the memory adapter's; `undefined` takes one away. */
  readonly adapter?: { readonly [Method in keyof Adapter]?: Adapter[Method] | undefined }
  readonly runtime?: Partial<Runtime>
}

/** A site in a world of its own, with one e-mail provider. */
export const makeWorld = (
  email: Partial<EmailConfig> = {},
  { config, beside = [], adapter: own, runtime }: WorldOptions = {},
): World => {
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
  const kept = Object.entries({ ...adapter, ...own }).filter(([, method]) => method !== undefined)
  const context = makeSite({ providers: [provider, ...beside], adapter: Object.fromEntries(kept), ...config }, runtime)
  time.now = context.clock.now
  return { ...context, adapter, mails }
}

export const ANN = 'ann@example.org'

/** Ask for a mail in a browser; the answer is the mail. */
export const ask = async (world: World, browser: Visitor, email = ANN): Promise<VerificationRequestParams> => {
  await browser.post('/auth/signin/email', { email, callbackUrl: '/members' })
  const mail = world.mails.at(-1)
  if (mail === undefined) throw new Error('no mail was sent')
  return mail
}

/** Type a code in. */
export const type = (
  browser: Visitor,
  code: string | undefined,
  more: Record<string, string> = {},
): Promise<Response> => browser.post('/auth/callback/email', { code: code ?? '', ...more })

/** Press the button of the page that a link shows. */
export const press = (browser: Visitor, link: string): Promise<Response> =>
  browser.post('/auth/callback/email', Object.fromEntries(new URL(link).searchParams))

/** Codes that are none of the one given. */
export const wrongCodes = (code: string | undefined): readonly string[] =>
  ['BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'FFFF-FFFF', 'GGGG-GGGG', 'HHHH-HHHH'].filter((wrong) => wrong !== code)
