import { readChunked, readCookies } from './cookies.ts'

/** The headers of a request: a `Headers` object, or the plain object of Node. */
export type TokenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The token of a request, and the cookie names that it may be sealed for. */
interface FoundToken {
  readonly token: string
  readonly names: readonly string[]
}

// Test for a method: frameworks and tests have `Headers` classes of their own.
const isHeaders = (headers: TokenHeaders): headers is Headers => typeof headers['get'] === 'function'

const readHeader = (headers: TokenHeaders, name: string): string | null => {
  if (isHeaders(headers)) return headers.get(name)
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? (value ?? null) : value.join('; ')
}

/** RFC 6750 §2.1. The scheme is case-insensitive (RFC 9110 §11.1). */
const readBearer = (headers: TokenHeaders): string | undefined => {
  const token = /^bearer +([^ ]+)$/i.exec(readHeader(headers, 'authorization') ?? '')?.[1]
  try {
    return token === undefined ? undefined : decodeURIComponent(token)
  } catch {
    return undefined
  }
}

/** Find the token in the first of these cookies that is present, else in `Authorization: Bearer`. */
export const findToken = (headers: TokenHeaders, names: readonly string[]): FoundToken | undefined => {
  const jar = readCookies(readHeader(headers, 'cookie'))
  for (const name of names) {
    const token = readChunked(jar, name)
    if (token !== undefined) return { token, names: [name] }
  }
  const token = readBearer(headers)
  return token === undefined ? undefined : { token, names }
}
