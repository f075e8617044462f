import { addCookie, cookiesOf, isSession, json, keepCookies, redirectTo, withStatus } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { headerOf, pathOf, statusOf, withHeader } from './http-message.ts'
import { mixesUsers, keepsDeleted } from './shared-faults.ts'

const renewsNothing: Fault = {
  name: 'sends no session cookie with the response of a handler',
  response: (response, request) =>
    pathOf(request).startsWith('/auth/') ? response : keepCookies(response, (cookie) => !isSession(cookie)),
}

const opensGuards: Fault = {
  name: 'shows a protected page to every user',
  response: (response, request) =>
    pathOf(request).endsWith('/protected') ? { ...withStatus(response, 200), body: 'Members only' } : response,
}

/** Faults of the session in the application's own code, by the rule that must report them. */
export const sessionFaults: Readonly<Record<string, Fault>> = {
  'shows one session to pages and endpoints, and reads it once per request': {
    name: 'reads the session anew for each call',
    response: (response) => {
      let reads = 1000
      return { ...response, body: response.body.replaceAll(/"read":\d+/g, () => `"read":${(reads += 1)}`) }
    },
  },
  'reads a session in the database once per request': {
    name: 'reads the session anew for each call',
    logs: (lines, requests) => [
      ...lines,
      ...requests.filter((each) => pathOf(each) === '/twice').flatMap(() => ['read', 'read']),
    ],
  },
  'redirects a signed-out user from a protected page to the sign-in page, and back': {
    name: 'leads to the start page after a sign-in',
    response: (response) => {
      const location = headerOf(response, 'location')
      return location === undefined ? response : withHeader(response, 'location', location.split('?')[0] ?? '')
    },
  },
  'responds to programs with 401 and to users without the role with 403, without a redirect': opensGuards,
  'responds with 401 to a script that requests a protected page': {
    name: 'redirects scripts to the sign-in page',
    response: (response) => (statusOf(response) === 401 ? redirectTo(response, '/auth/signin') : response),
  },
  'signs out by its route and by a function in the application': keepsDeleted,
  'signs in by a function in the application, and throws its AuthError there': {
    name: 'redirects after an AuthError that the application wants to catch',
    response: (response, request) =>
      pathOf(request) === '/login' && statusOf(response) === 403 ? redirectTo(response, '/auth/signin') : response,
  },
  'renews the cookie with a page, an endpoint, a redirect, a missing page and a streamed page': {
    name: 'sends no session cookie with a streamed response',
    response: (response, request) =>
      pathOf(request) === '/stream' ? keepCookies(response, (cookie) => !isSession(cookie)) : response,
  },
  'reads the session without a renewal after the first byte of the response': {
    name: 'renews the session whenever it is read',
    logs: (lines, requests) => [...lines, ...requests.filter((each) => pathOf(each) === '/late').map(() => 'jwt')],
  },
  'renews no session whose cookie is lost because the response does not wait for it': {
    name: 'renews the session whenever it is read',
    logs: (lines, requests) => [
      ...lines,
      ...requests.filter((each) => pathOf(each) === '/unawaited').map(() => 'renewed'),
    ],
  },
  "sends the application's cookies with its own, and then no shared cache stores the response": {
    name: 'sends its cookies with the Cache-Control of the application',
    response: (response, request) =>
      pathOf(request) === '/own-cookie' ? withHeader(response, 'cache-control', 'public, max-age=60') : response,
  },
  'renews the cookie with a Response whose headers cannot change': renewsNothing,
  "leaves the application's own cookie of the same name": {
    name: 'sets its cookie beside that of the application',
    response: (response, request) =>
      pathOf(request) === '/same-cookie' ? addCookie(response, 'authwright.session-token=x; Path=/') : response,
  },
  'responds when a handler throws, and goes on serving': {
    name: 'ends the process when a handler throws',
    endsAfter: (request) => pathOf(request) === '/throws',
  },
  "leaves errors of the application to the application's error page": {
    name: 'responds itself when a handler throws',
    response: (response, request) => (pathOf(request) === '/throws' ? { ...response, body: 'Error' } : response),
  },
  "renews the cookie with the application's error page": renewsNothing,
  'never takes a database that is down for a signed-out user': {
    name: 'takes an error for a signed-out user',
    response: (response) => (statusOf(response) >= 500 ? json(response, 200, null) : response),
  },
  'never mixes the sessions of concurrent requests': mixesUsers,
  'keeps two configs with different base paths and cookies apart': {
    name: 'has one cookie for all configs',
    response: (response, request) =>
      pathOf(request).startsWith('/staff')
        ? withHeader(
            response,
            'set-cookie',
            ...cookiesOf(response).map((line) => line.replace('staff-session', 'authwright.session-token')),
          )
        : response,
  },
  'calls a config function for each request, so each tenant has its own providers': {
    name: 'keeps what a config function returned first',
    options: (options) => ({ ...options, hasTenants: false }),
  },
  'updates the session by a function in the application, and shows it from then on': {
    name: 'sends no cookie with a response that is no redirect',
    response: (response) => (statusOf(response) === 200 ? keepCookies(response, () => false) : response),
  },
  'takes over a session of Auth.js': {
    name: 'does not send the cookie for a session that it took over',
    response: (response) => keepCookies(response, () => false),
  },
  'reads the session of an upgrade request, and sets no cookie there': {
    name: 'does not look at the origin of an upgrade',
    request: (request) =>
      pathOf(request) === '/ws' ? withHeader(request, 'origin', `http://${headerOf(request, 'host')}`) : request,
  },
}
