import { isDeletion, keepCookies } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { headerOf, statusOf, withHeader } from './http-message.ts'

export const dropsCookies: Fault = {
  name: 'sends no cookie with a redirect',
  response: (response) =>
    statusOf(response) >= 300 && statusOf(response) < 400 ? keepCookies(response, () => false) : response,
}

export const mixesUsers: Fault = {
  name: 'reads the cookie of an earlier request',
  request: (request, earlier) => {
    const found = earlier.findLast((each) => headerOf(each, 'cookie')?.includes('session-token'))
    const cookie = found === undefined ? undefined : headerOf(found, 'cookie')
    return cookie === undefined || !headerOf(request, 'cookie') ? request : withHeader(request, 'cookie', cookie)
  },
}

export const keepsDeleted: Fault = {
  name: 'sends no cookie that deletes another one',
  response: (response) => keepCookies(response, (cookie) => !isDeletion(cookie)),
}
