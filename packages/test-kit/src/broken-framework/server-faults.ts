import { DEFAULT_ENVIRONMENT, SECURITY_HEADERS } from '@authwright/testing/frameworks'
import {
  addCookie,
  cookiesOf,
  isDeletion,
  isSession,
  json,
  keepCookies,
  redirectTo,
  targetOf,
  withStatus,
  withTarget,
} from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { headerOf, pathOf, statusOf, withHeader, type HttpMessage } from './http-message.ts'
import { dropsCookies, mixesUsers } from './shared-faults.ts'

const isCallback = (request: HttpMessage): boolean => pathOf(request).startsWith('/auth/callback/')

/** Faults that several checks must report. */
const keepsDeleted: Fault = {
  name: 'sends no cookie that deletes another one',
  response: (response) => keepCookies(response, (cookie) => !isDeletion(cookie)),
}
const renewsNothing: Fault = {
  name: 'sends no session cookie with the response of a handler',
  response: (response, request) =>
    pathOf(request).startsWith('/auth/') ? response : keepCookies(response, (cookie) => !isSession(cookie)),
}
const oneBasePath: Fault = {
  name: 'ignores the base path of the config',
  options: (options) => ({ ...options, basePath: '/auth' }),
}
const opensGuards: Fault = {
  name: 'shows a protected page to every user',
  response: (response, request) =>
    pathOf(request).endsWith('/protected') ? { ...withStatus(response, 200), body: 'Members only' } : response,
}
const ignoresAuthUrl: Fault = {
  name: 'ignores AUTH_URL',
  options: (options) => ({ ...options, environment: DEFAULT_ENVIRONMENT }),
}
const refusesForms: Fault = {
  name: 'refuses the forms of other sites on all routes',
  request: (request) => {
    const origin = headerOf(request, 'origin')
    const isOwn = origin !== undefined && new URL(`http://${headerOf(request, 'host')}`).host === new URL(origin).host
    return request.start.startsWith('POST') && isCallback(request) && !isOwn ? withTarget(request, '/refused') : request
  },
}
const logsErrors: Fault = {
  name: 'logs an error when a client hangs up',
  logs: (lines, requests) => (requests.some(isCallback) ? [...lines, 'error aborted'] : lines),
}
const endsTheProcess: Fault = {
  name: 'ends the process when a handler throws',
  endsAfter: (request) => pathOf(request) === '/throws',
}
const followsTarget: Fault = {
  name: 'believes the host of the target, and that of the last line of Host',
  request: (request) => {
    const [, host = '', path = ''] = /^http:\/\/([^/]+)(.*)$/.exec(targetOf(request)) ?? []
    const hosts = request.headers.filter(([name]) => name.toLowerCase() === 'host')
    const named = host === '' ? hosts.at(-1)?.[1] : host
    const own = host === '' ? request : withTarget(request, path)
    return named === undefined ? own : withHeader(own, 'host', named)
  },
}

/** What a broken integration does, by the rule that must report it. */
export const serverFaults: Readonly<Record<string, Fault>> = {
  'starts without AUTH_SECRET, and the first request names what is missing': {
    name: 'needs the secret when it starts',
    logs: (lines, requests) => (requests.length === 0 ? ['error MissingSecret'] : lines),
  },
  'responds to /session and /providers with JSON that no cache stores': {
    name: 'removes Cache-Control',
    response: (response) => withHeader(response, 'cache-control'),
  },
  'keeps the security headers of its pages when the application sets its own': {
    name: 'sets the security headers of the application last',
    response: (response) => {
      const [[name, value] = ['', '']] = Object.entries(SECURITY_HEADERS)
      return withHeader(response, name, value)
    },
  },
  'signs in with the right password only, with a form and with JSON': {
    name: 'reads no JSON',
    request: (request) =>
      headerOf(request, 'content-type') === 'application/json'
        ? withHeader(request, 'content-type', 'application/x-www-form-urlencoded')
        : request,
  },
  'signs in at an OpenID provider, and removes the cookie of the attempt': keepsDeleted,
  'accepts the form that a provider posts from its own origin, from an opaque one, and without Origin': refusesForms,
  'signs in with the link of an e-mail': dropsCookies,
  'signs in with the code of an e-mail': dropsCookies,
  'links an account of a provider, and changes the e-mail address, on the account page': {
    name: 'does not serve the account page',
    request: (request) => (pathOf(request) === '/auth/account' ? withTarget(request, '/missing') : request),
  },
  'splits a large session into several cookies, and deletes those that a smaller one does not need': keepsDeleted,
  'sends several cookies in separate header lines and in order, none lost': {
    name: 'joins all cookies to one header line',
    response: (response) => {
      const cookies = cookiesOf(response)
      return cookies.length > 1 ? withHeader(response, 'set-cookie', cookies.join(', ')) : response
    },
  },
  'shows one session to pages and endpoints, and reads it once per request': {
    name: 'reads the session anew for each call',
    response: (response) => {
      let reads = 1000
      return { ...response, body: response.body.replaceAll(/"read":\d+/g, () => `"read":${(reads += 1)}`) }
    },
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
  "leaves errors of the application to the application's error page": endsTheProcess,
  "renews the cookie with the application's error page": renewsNothing,
  'serves its routes below the base path of the config': oneBasePath,
  'signs in at an OpenID provider below the base path of the config': oneBasePath,
  'signs in at an OpenID provider in a router below a path': oneBasePath,
  'serves its routes in a router below a path': {
    name: 'takes the path inside of the router for the path of the request',
    response: (response) => {
      const location = headerOf(response, 'location')
      return location === undefined
        ? response
        : withHeader(response, 'location', location.replace('callbackUrl=%2Fshop', 'callbackUrl='))
    },
  },
  'serves no other spelling of the path of a route': {
    name: 'compares paths without regard to case and escapes',
    request: (request) => withTarget(request, decodeURIComponent(targetOf(request)).toLowerCase().replace('\0', '')),
  },
  'takes scheme and host from AUTH_URL, whatever the request says': ignoresAuthUrl,
  'signs in at a provider with the redirect URI of AUTH_URL, whatever the request says': ignoresAuthUrl,
  'takes no scheme and host from the headers of a proxy that the application does not trust': {
    name: 'believes X-Forwarded-Host',
    request: (request) => {
      const host = headerOf(request, 'x-forwarded-host')
      return host === undefined ? request : withHeader(request, 'host', host)
    },
  },
  'takes scheme and host from a proxy that the application trusts, not from the client before it': {
    name: 'takes the first of several forwarded hosts',
    request: (request) => {
      const [first] = headerOf(request, 'x-forwarded-host')?.split(',') ?? []
      return first === undefined ? request : withHeader(request, 'x-forwarded-host', first)
    },
  },
  'names no other host after a malformed target, and goes on serving': {
    name: 'redirects a path that begins with two slashes',
    response: (response, request) =>
      targetOf(request).startsWith('//') ? redirectTo(response, targetOf(request)) : response,
  },
  'names no other host after a malformed host, and goes on serving': {
    name: 'takes the valid part of a malformed host',
    request: (request) => {
      const host = request.headers.findLast(([name]) => name.toLowerCase() === 'host')?.[1]
      return host === undefined ? request : withHeader(request, 'host', host.replace(/[/:].*evil.*|\/.*|:99999/, ''))
    },
  },
  'names no other host after a Host with a user name, and goes on serving': {
    name: 'removes the user name from the host',
    request: (request) => withHeader(request, 'host', (headerOf(request, 'host') ?? '').replace(/^.*@/, '')),
  },
  'responds with 400 if target and Host, or two lines of Host, name different hosts': followsTarget,
  'responds with 500 for a host that is not trusted, and logs the variable to set': {
    name: 'trusts every host',
    options: (options) => ({ ...options, environment: DEFAULT_ENVIRONMENT }),
  },
  'responds to HEAD without a body, and to OPTIONS and PUT with 405 and the allowed methods': {
    name: 'takes every method for GET',
    request: (request) => ({ ...request, start: request.start.replace(/^(?:OPTIONS|PUT|DELETE|PATCH) /, 'GET ') }),
  },
  'responds with 404 to an unknown provider, and to a path that is longer than that of a route': {
    name: 'leaves unknown providers to the application',
    request: (request) => (pathOf(request).endsWith('/unknown') ? withTarget(request, '/missing') : request),
  },
  'leaves other paths below the base path to the application': {
    name: 'responds itself to all paths below its own',
    response: (response, request) =>
      pathOf(request).startsWith('/auth') && statusOf(response) === 404 ? { ...response, body: '' } : response,
  },
  'accepts a body that a parser of the application has read': {
    name: 'reads the body again after a parser of the application',
    request: (request) => withHeader(request, 'content-length', '0'),
  },
  'accepts the form of a provider that a parser of the application has read': {
    name: 'reads the body again after a parser of the application',
    request: (request) => (isCallback(request) ? withHeader(request, 'content-length', '0') : request),
  },
  'responds with 413 to a body above the limit, with and without its length': {
    name: 'ignores what is above the limit',
    response: (response) => (statusOf(response) === 413 ? withStatus(response, 200) : response),
  },
  "ends a request whose body stops half-way with the server's time limit, without an error in the log": logsErrors,
  'refuses forms and calls of other sites, and leaves other routes to the application': {
    name: 'looks neither at Origin nor at Sec-Fetch-Site',
    request: (request) =>
      withHeader(withHeader(request, 'sec-fetch-site'), 'origin', `http://${headerOf(request, 'host')}`),
  },
  'shows a reference on the error page that is also in the log': {
    name: 'has an error page without the reference',
    response: (response) => ({ ...response, body: response.body.replaceAll(/[\dA-F]{8}/g, '') }),
  },
  'leads back to the sign-in page when the user refuses at the provider, and logs the reason': {
    name: 'drops the query of a callback',
    request: (request) => (isCallback(request) ? withTarget(request, pathOf(request)) : request),
  },
  'never takes a database that is down for a signed-out user': {
    name: 'takes an error for a signed-out user',
    response: (response) => (statusOf(response) >= 500 ? json(response, 200, null) : response),
  },
  'never mixes the sessions of concurrent requests': mixesUsers,
  'survives clients that hang up, without an error in the log': logsErrors,
  'completes a sign-in whose client hangs up, or leaves nothing of it': logsErrors,
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
  'serves its routes over HTTP/2 without TLS': {
    name: 'takes the host from elsewhere than :authority',
    options: (options) => ({ ...options, environment: { ...DEFAULT_ENVIRONMENT, AUTH_URL: 'http://localhost' } }),
  },
}
