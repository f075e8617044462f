import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import type { Adapter, AuthConfig, NotificationParams } from '@authwright/core'
import { setUpAuth, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'

/** An application with e-mail sign-in, and with the notifications and events that it got. */
export interface AccountSetup extends AuthSetup {
  readonly memory: MemoryAdapter
  readonly links: string[]
  readonly notifications: NotificationParams[]
  readonly events: [name: string, message: Readonly<Record<string, unknown>>][]
}

const EVENTS = [
  'updateUser',
  'deleteUser',
  'scheduleUserDeletion',
  'cancelUserDeletion',
  'unlinkAccount',
  'deleteAuthenticator',
  'signOut',
] as const

export const setUpAccount = (
  config: Partial<AuthConfig> = {},
  narrow: (memory: MemoryAdapter) => Adapter = (memory) => memory,
  more: AuthConfig['providers'] = [],
): AccountSetup => {
  const links: string[] = []
  const notifications: NotificationParams[] = []
  const events: AccountSetup['events'] = []
  let now = (): number => 0
  const memory = memoryAdapter({ now: () => now() })
  const handlers = EVENTS.map((name) => [name, (message: object) => void events.push([name, { ...message }])] as const)
  const setup = setUpAuth({
    adapter: narrow(memory),
    providers: [
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        limits: { sends: 1e9 },
        sendVerificationRequest: ({ url }) => void links.push(url),
        sendNotification: (params) => void notifications.push(params),
      },
      ...more,
    ],
    events: Object.fromEntries(handlers),
    ...config,
  })
  now = setup.clock.now
  return { ...setup, memory, links, notifications, events }
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Sign in by e-mail in a new browser. */
export const signIn = async (setup: AccountSetup, email = 'ann@example.org', agent = FIREFOX): Promise<TestBrowser> => {
  const browser = setup.browser()
  await browser.post('/auth/signin/mail', { email })
  await browser.get(setup.links.at(-1) ?? '', { 'user-agent': agent })
  return browser
}

/** A copy with nothing but the session cookie, as a thief has it. */
export const stealSession = (setup: AccountSetup, browser: TestBrowser): TestBrowser =>
  setup.browser(Object.fromEntries([...browser.cookies].filter(([name]) => name.includes('session-token'))))

export const change = (browser: TestBrowser, fields: Record<string, string>, headers?: Record<string, string>) =>
  browser.post('/auth/account', fields, headers)

export const pageOf = async (browser: TestBrowser, query = ''): Promise<string> =>
  (await browser.get(`/auth/account${query}`)).text()
