import { pathOf, withHeader, type HttpMessage } from './http-message.ts'

export const cookiesOf = ({ headers }: HttpMessage): readonly string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []))

export const withStatus = (response: HttpMessage, status: number): HttpMessage => ({
  ...response,
  start: `HTTP/1.1 ${status} Status`,
})

export const json = (response: HttpMessage, status: number, body: unknown): HttpMessage => ({
  ...withStatus(withHeader(response, 'content-type', 'application/json'), status),
  body: JSON.stringify(body),
})

export const redirectTo = (response: HttpMessage, location: string): HttpMessage => ({
  ...withStatus(withHeader(response, 'location', location), 302),
  body: '',
})

export const isSession = (cookie: string): boolean => cookie.includes('session-token')

export const isDeletion = (cookie: string): boolean => /; (?:Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(cookie)

export const keepCookies = (response: HttpMessage, isKept: (cookie: string, i: number) => boolean): HttpMessage =>
  withHeader(response, 'set-cookie', ...cookiesOf(response).filter(isKept))

export const addCookie = (response: HttpMessage, cookie: string): HttpMessage =>
  withHeader(response, 'set-cookie', ...cookiesOf(response), cookie)

export const withTarget = (request: HttpMessage, target: string): HttpMessage => {
  const [method, , version] = request.start.split(' ')
  return { ...request, start: `${method} ${target} ${version}` }
}

export const targetOf = ({ start }: HttpMessage): string => start.split(' ')[1] ?? ''

export const isCallback = (request: HttpMessage): boolean => pathOf(request).startsWith('/auth/callback/')
