import { readForms, type Form } from './form.ts'
import { readable } from './tags.ts'

/** An answer, read to its end. */
export interface Page {
  /** The address that answered. */
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** Where a redirect points to. */
  readonly location: URL | null
  /** What a person reads. */
  readonly text: string
  readonly forms: readonly Form[]
  /** The body as JSON. Throws a `SyntaxError` when it is none. */
  readonly json: () => unknown
}

const locationOf = (response: Response, url: URL): URL | null => {
  const written = response.headers.get('location')
  return written === null || response.status < 300 || response.status > 399 ? null : new URL(written, url)
}

/** Reads a response to its end. */
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
