/**
 * The connection to the developer tools of a page (Chrome DevTools Protocol).
 * @example const enablePasskeys = (session: DevToolsSession) => session.send('WebAuthn.enable', { enableUI: false })
 */
export interface DevToolsSession {
  /** Sends a command. */
  send(method: string, parameters?: object): Promise<unknown>
}

/**
 * What a page of a browser prints.
 * @example const print = (message: BrowserMessage) => console.log(message.type(), message.text())
 */
export interface BrowserMessage {
  /** The kind of the message, such as `error`. */
  type(): string
  /** The text. */
  text(): string
}

/**
 * What the pages of one browser share: cookies, storage, and their messages to each other.
 * @example const openTwoTabs = async (context: BrowserContext) => [await context.newPage(), await context.newPage()]
 */
export interface BrowserContext {
  /** Opens a page. */
  newPage(): Promise<BrowserPage>
  /** Connects to the developer tools of a page. */
  newCDPSession(page: object): Promise<DevToolsSession>
  /** Closes all pages. */
  close(): Promise<void>
}

/**
 * What the checks use of a page of Playwright.
 * @example
 * const signIn = async (page: BrowserPage) => {
 *   await page.fill('[name=username]', 'ada')
 *   await page.click('form button')
 *   return page.textContent('#user')
 * }
 */
export interface BrowserPage {
  /** Opens an address. */
  goto(url: string): Promise<unknown>
  /** Returns the current address. */
  url(): string
  /** Waits for the element, as all of these do. */
  fill(selector: string, value: string): Promise<void>
  /** Clicks an element. */
  click(selector: string): Promise<void>
  /** Returns the text of an element. */
  textContent(selector: string): Promise<string | null>
  /** Waits for an element. */
  waitForSelector(selector: string, options?: { readonly state?: 'attached' }): Promise<unknown>
  /** Waits for an address. */
  waitForURL(url: string): Promise<void>
  /** Runs a function in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Runs a script before the scripts of each page. */
  addInitScript(script: string): Promise<unknown>
  /** Adds a listener for messages and errors of the page. */
  on(event: 'console', listener: (message: BrowserMessage) => void): unknown
  on(event: 'pageerror', listener: (error: Error) => void): unknown
  /** Returns the context of the page. */
  context(): BrowserContext
}

/** Connects an authenticator with passkeys, which accepts each request at once. It works in Chromium. */
export const addAuthenticator = async (page: BrowserPage): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
