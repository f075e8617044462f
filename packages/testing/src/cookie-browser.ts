import { makeCookieJar, type CookieJar } from './cookie-jar.ts'
import type { Form } from './page/form.ts'
import { readPage, type Page } from './page/page.ts'
import { buildRequest, contextOf, redirected, type Step } from './page/request.ts'

/**
 * Options of `openBrowser`.
 * @example
 * const options: BrowserOptions = { origin: 'https://app.example', handler: (request) => Auth(request, config) }
 */
export interface BrowserOptions {
  /**
   * Handles the requests in this process. @default the network
   * @example handler: (request) => Auth(request, config)
   */
  readonly handler?: (request: Request) => Response | PromiseLike<Response>
  /**
   * The base of relative URLs. @default 'http://localhost'
   * @example origin: 'https://app.example'
   */
  readonly origin?: string
  /**
   * The clock for the expiry of cookies. @default the real clock
   * @example now: fixedClock('2030-01-01T12:00:00Z').now
   */
  readonly now?: () => number
}

/**
 * How one request differs from a browser's default.
 * @example const fromAnotherSite: VisitOptions = { from: 'https://attacker.example/page', redirect: 'follow' }
 */
export interface VisitOptions {
  /**
   * Headers that replace the browser's own; `null` omits one (an old browser sends no `Sec-Fetch-Site`).
   * @example headers: { 'accept-language': 'de', 'sec-fetch-site': null }
   */
  readonly headers?: Readonly<Record<string, string | null>>
  /**
   * The page that makes the request, for a request from another site. @default the page last shown
   * @example from: 'https://attacker.example/page'
   */
  readonly from?: string
  /**
   * Whether to follow redirects. @default 'manual'
   * @example redirect: 'follow'
   */
  readonly redirect?: 'manual' | 'follow'
}

/**
 * The values typed into a form, by field name.
 * @example const fields: Fields = { email: 'ada@example.org' }
 */
export type Fields = Readonly<Record<string, string>>

/**
 * A form of a page: by its index, or by a predicate.
 * @example const passwordForm: FormChoice = ({ action }) => action.pathname.endsWith('/callback/password')
 */
export type FormChoice = number | ((form: Form) => boolean)

/**
 * A browser without a screen: stores cookies, submits forms, sends the headers that name the requesting page.
 * @example
 * const signIn = async (browser: Browser) => {
 *   await browser.get('/auth/signin')
 *   await browser.submit({ username: 'ada', password: 'correct horse' }, { press: 'Sign in', redirect: 'follow' })
 *   return browser.jar.value('authwright.session-token')
 * }
 */
export interface Browser {
  /** The cookies of the browser. */
  readonly jar: CookieJar
  /**
   * The last response.
   * @example const status = browser.page()?.status
   */
  readonly page: () => Page | undefined
  /**
   * Opens a URL as if it were typed, or followed from the page `from`.
   * @example const page = await browser.get('/auth/signin')
   */
  readonly get: (url: string | URL, options?: VisitOptions) => Promise<Page>
  /**
   * Posts a form; anything but fields is sent as JSON.
   * @example const page = await browser.post('/api/name', { json: { name: 'Ada' } })
   */
  readonly post: (
    url: string | URL,
    body: Fields | URLSearchParams | { readonly json: unknown },
    options?: VisitOptions,
  ) => Promise<Page>
  /**
   * Fills and submits a form of the last page. `press` names a button by its text, and so its form.
   * @example const page = await browser.submit({ username: 'ada', password: 'correct horse' }, { press: 'Sign in' })
   */
  readonly submit: (fields?: Fields, options?: VisitOptions & { form?: FormChoice; press?: string }) => Promise<Page>
  /**
   * Follows the redirects of the last response to their end.
   * @example
   * await browser.submit({}, { press: 'Sign in with GitHub' })
   * const page = await browser.follow()
   */
  readonly follow: () => Promise<Page>
}

const MAXIMAL_REDIRECTS = 20
const FORM_TYPE = 'application/x-www-form-urlencoded'

const bodyOf = (body: Fields | URLSearchParams | { readonly json: unknown }) => {
  if (body instanceof URLSearchParams) return { body: body.toString(), contentType: FORM_TYPE }
  const { json } = body
  if (typeof json === 'object') return { body: JSON.stringify(json), contentType: 'application/json' }
  const fields = Object.entries(body).map(([name, value]) => [name, String(value)])
  return { body: new URLSearchParams(fields).toString(), contentType: FORM_TYPE }
}

/** The body of a form with `enctype="multipart/form-data"` (RFC 7578). */
const multipartOf = (fields: URLSearchParams) => {
  const boundary = `form-${crypto.randomUUID()}`
  const parts = [...fields].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  )
  return { body: `${parts.join('')}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` }
}

const pickForm = (page: Page | undefined, choice: FormChoice): Form => {
  const forms = page?.forms ?? []
  const form = typeof choice === 'number' ? forms[choice] : forms.find(choice)
  if (form === undefined) throw new Error(`There is no such form. The page says: ${page?.text ?? 'nothing'}`)
  return form
}

/** The index of the form with this button; 0 when no button is named or none has the text. */
const formWith = (page: Page | undefined, words: string | undefined): number => {
  if (words === undefined) return 0
  return Math.max(0, page?.forms.findIndex(({ buttons }) => buttons.some(({ text }) => text.includes(words))) ?? 0)
}

/** The field that a pressed button adds, and its form action. */
const pressed = (form: Form, words: string | undefined): { readonly fields: Fields; readonly action: URL } => {
  if (words === undefined) return { fields: {}, action: form.action }
  const button = form.buttons.find((candidate) => candidate.text.includes(words))
  if (button === undefined)
    throw new Error(`No button has the text "${words}". There are: ${form.buttons.map(({ text }) => text).join(', ')}`)
  return { fields: button.name === '' ? {} : { [button.name]: button.value }, action: button.action ?? form.action }
}

/**
 * Opens a browser on a handler or on the network.
 *
 * @example
 * const browser = openBrowser({ handler: (request) => Auth(request, config) })
 * await browser.get('/auth/signin')
 * await browser.submit({ email: 'ada@example.org' })
 */
export const openBrowser = (options: BrowserOptions = {}): Browser => {
  const jar = makeCookieJar(options.now)
  const handle = options.handler ?? ((request: Request) => fetch(request))
  const origin = new URL(options.origin ?? 'http://localhost')
  let last: { readonly page: Page; readonly step: Step } | undefined

  const take = async (step: Step): Promise<Page> => {
    const response = await handle(buildRequest(step, jar.header(step.url, contextOf(step))))
    for (const line of response.headers.getSetCookie()) jar.store(line, step.url)
    const page = await readPage(response, step.url)
    last = { page, step }
    return page
  }
  const follow = async (): Promise<Page> => {
    for (let i = 0; i <= MAXIMAL_REDIRECTS; i += 1) {
      if (last === undefined) throw new Error('No page was opened yet.')
      const { page, step } = last
      if (page.location === null) return page
      await take(redirected(step, page.status, page.location))
    }
    throw new Error(`more than ${MAXIMAL_REDIRECTS} redirects`)
  }
  const visit = async (step: Omit<Step, 'crossed' | 'headers'>, { headers = {}, redirect }: VisitOptions) => {
    const page = await take({ ...step, crossed: false, headers })
    return redirect === 'follow' ? follow() : page
  }
  const resolve = (url: string | URL): URL => new URL(url, last?.page.url ?? origin)
  const shown = (url: URL): URL => last?.page.url ?? url

  const get: Browser['get'] = (address, given = {}) =>
    visit(
      { url: resolve(address), method: 'GET', initiator: given.from === undefined ? null : new URL(given.from) },
      given,
    )

  const send = (url: URL, sent: { readonly body: string; readonly contentType: string }, given: VisitOptions) =>
    visit({ url, method: 'POST', ...sent, initiator: given.from === undefined ? url : new URL(given.from) }, given)
  const post: Browser['post'] = (address, body, given = {}) => send(resolve(address), bodyOf(body), given)
  const submit: Browser['submit'] = (fields = {}, given = {}) => {
    const form = pickForm(last?.page, given.form ?? formWith(last?.page, given.press))
    const button = pressed(form, given.press)
    const all = new URLSearchParams({ ...form.fields, ...button.fields, ...fields })
    const from = given.from ?? shown(button.action).href
    const sent = form.enctype === 'multipart/form-data' ? multipartOf(all) : bodyOf(all)
    if (form.method === 'POST') return send(button.action, sent, { ...given, from })
    const url = new URL(button.action)
    url.search = all.toString()
    return get(url, { ...given, from })
  }
  return { jar, page: () => last?.page, get, post, submit, follow }
}
