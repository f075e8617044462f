import { readAddress } from './place.ts'
import type { ClientOptions } from './types.ts'
import { send } from './wire.ts'
import type { WireAnswer } from './wire.ts'

/** The way to the server's routes. */
export interface Connection {
  /** Ask a route below the base path. */
  readonly ask: (path: string, init?: RequestInit) => Promise<WireAnswer>
  /** The address of a page below the base path. */
  readonly page: (name: string, query: Readonly<Record<string, string>>) => URL
  readonly configure: (options: ClientOptions) => void
}

export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`

export const makeConnection = (options: ClientOptions): Connection => {
  let known = options
  const below = (path: string): string => {
    const { basePath = '/auth' } = known
    return `${(typeof basePath === 'function' ? basePath() : basePath).replace(/\/+$/, '')}/${path}`
  }
  // The browser's own is looked up at each call: a page may wrap it later, and it does not work with a receiver.
  const fetcher: typeof fetch = (input, init) => (known.fetch ?? fetch)(input, init)
  return {
    ask: (path, init) => send(fetcher, below(path), init),
    page: (name, query) => {
      const url = readAddress(withQuery(below(name), new URLSearchParams(query)))
      if (url === undefined) throw new TypeError('basePath makes no address')
      return url
    },
    configure: (more) => {
      known = { ...known, ...more }
    },
  }
}
