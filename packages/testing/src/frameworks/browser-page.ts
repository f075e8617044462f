/** The connection to the developer tools of a page (Chrome DevTools Protocol). */
export interface DevToolsSession {
  send(method: string, parameters?: object): Promise<unknown>
}

/** What a page of a browser prints. */
export interface BrowserMessage {
  type(): string
  text(): string
}

/** What the pages of one browser share: cookies, storage, and their messages to each other. */
export interface BrowserContext {
  newPage(): Promise<BrowserPage>
  newCDPSession(page: object): Promise<DevToolsSession>
  close(): Promise<void>
}

/** What the checks use of a page of Playwright. */
export interface BrowserPage {
  goto(url: string): Promise<unknown>
  url(): string
  /** Waits for the element, as all of these do. */
  fill(selector: string, value: string): Promise<void>
  click(selector: string): Promise<void>
  textContent(selector: string): Promise<string | null>
  waitForSelector(selector: string, options?: { readonly state?: 'attached' }): Promise<unknown>
  waitForURL(url: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  addInitScript(script: string): Promise<unknown>
  on(event: 'console', listener: (message: BrowserMessage) => void): unknown
  on(event: 'pageerror', listener: (error: Error) => void): unknown
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
