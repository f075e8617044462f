import {
  createAuth,
  defaultRuntime,
  type AuthConfig,
  type AuthInstance,
  type Runtime,
  type Session,
} from '@authwright/core'

export const SECRET = 'a secret of the tests, thirty-two characters and more'
export const ORIGIN = 'https://app.example.com'

/** A clock that moves only when a test moves it. */
export interface Clock {
  readonly now: () => number
  readonly forward: (seconds: number) => void
}

export const makeClock = (start = '2030-01-01T12:00:00Z'): Clock => {
  let at = Date.parse(start)
  return { now: () => at, forward: (seconds) => void (at += seconds * 1000) }
}

export interface AuthSetup {
  readonly auth: AuthInstance
  readonly clock: Clock
  /** The log of the library as text: errors, warnings and debug messages. */
  readonly log: string[]
  /** The logged errors. */
  readonly errors: Error[]
  /** What users did wrong, such as a used link: debug messages, with their details. */
  readonly refusals: { readonly message: string; readonly details: unknown }[]
  /** The `reason` of each failure: of errors, and of what users did wrong. */
  readonly reasons: unknown[]
  readonly browser: (cookies?: Record<string, string>) => TestBrowser
}

const makeRuntime = (clock: Clock, log: string[], more: Partial<Runtime>): Runtime => {
  const write = (...parts: unknown[]): void => void log.push(parts.map(String).join(' '))
  return { ...defaultRuntime, now: clock.now, console: { error: write, warn: write, debug: write }, ...more }
}

/** Create an `AuthInstance` with its own clock, log and browsers. */
export const setUpAuth = (config: Partial<AuthConfig> = {}, more: Partial<Runtime> = {}): AuthSetup => {
  const clock = makeClock()
  const log: string[] = []
  const errors: Error[] = []
  const refusals: AuthSetup['refusals'][number][] = []
  const reasons: unknown[] = []
  const logger = {
    error: (error: Error) => {
      errors.push(error)
      reasons.push((error.cause as { reason?: unknown } | undefined)?.reason)
    },
    warn: (code: string) => void log.push(code),
    debug: (message: string, details: unknown) => {
      if (!/^[A-Z]\w+: /.test(message)) return
      refusals.push({ message, details })
      reasons.push((details as { reason?: unknown }).reason)
    },
  }
  const whole: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger, ...config }
  const auth = createAuth(whole, makeRuntime(clock, log, more))
  return { auth, clock, log, errors, refusals, reasons, browser: (cookies) => new TestBrowser(auth, clock, cookies) }
}

/** A browser with cookies. It sends the `Origin` of a form. */
export class TestBrowser {
  readonly cookies: Map<string, string>
  readonly auth: AuthInstance
  readonly clock: Clock

  constructor(auth: AuthInstance, clock: Clock, cookies: Record<string, string> = {}) {
    this.auth = auth
    this.clock = clock
    this.cookies = new Map(Object.entries(cookies))
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  private address(path: string): string {
    return new URL(path, ORIGIN).href
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.keep(
      await this.auth.handle(new Request(this.address(path), { headers: { cookie: this.header, ...headers } })),
    )
  }

  /** Post a form from a page of the application. `headers` replaces the `Origin`. */
  async post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = { origin: ORIGIN },
  ): Promise<Response> {
    const request = new Request(this.address(path), {
      method: 'POST',
      headers: { cookie: this.header, ...headers },
      body: new URLSearchParams(fields),
    })
    return this.keep(await this.auth.handle(request))
  }

  async session(): Promise<Session | null> {
    const response = await this.get('/auth/session')
    return (await response.json()) as Session | null
  }

  /** A copy with the same cookies, like another tab or an attacker's browser. */
  copy(): TestBrowser {
    return new TestBrowser(this.auth, this.clock, Object.fromEntries(this.cookies))
  }
}

/** The `Location` of a response. */
export const fullLocation = (response: Response): string => response.headers.get('location') ?? ''

/** The `Location` of a response without the error reference, which is random. */
export const location = (response: Response): string => fullLocation(response).replace(/[?&]reference=[0-9A-F]{8}$/, '')
