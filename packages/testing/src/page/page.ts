import { readForms, type Form } from './form.ts'
import { readable } from './tags.ts'

/**
 * A response with its whole body.
 * @example const isSignInPage = ({ status, url }: Page) => status === 200 && url.pathname === '/auth/signin'
 */
export interface Page {
  /** The URL of the response. */
  readonly url: URL
  /** The HTTP status. */
  readonly status: number
  /** The headers of the response. */
  readonly headers: Headers
  /** The body as text. */
  readonly body: string
  /** The target of a redirect. */
  readonly location: URL | null
  /** The visible text. */
  readonly text: string
  /** The forms of the page. */
  readonly forms: readonly Form[]
  /**
   * The body as JSON. Throws a `SyntaxError` when it is not JSON.
   * @example const session = (await browser.get('/auth/session')).json()
   */
  readonly json: () => unknown
}

const locationOf = (response: Response, url: URL): URL | null => {
  const written = response.headers.get('location')
  return written === null || response.status < 300 || response.status > 399 ? null : new URL(written, url)
}

/** Reads a whole response. */
export const readPage = async (response: Response, url: URL): Promise<Page> => {
  const body = await response.text()
  return {
    url,
    status: response.status,
    headers: response.headers,
    body,
    location: locationOf(response, url),
    get text() {
      return readable(body)
    },
    get forms() {
      return readForms(body, url)
    },
    json: (): unknown => JSON.parse(body),
  }
}
