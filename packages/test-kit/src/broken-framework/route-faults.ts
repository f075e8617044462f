import { DEFAULT_ENVIRONMENT, SECURITY_HEADERS } from '@authwright/testing/frameworks'
import { cookiesOf, isCallback, targetOf, withTarget } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { headerOf, pathOf, statusOf, withHeader } from './http-message.ts'
import { dropsCookies, keepsDeleted } from './shared-faults.ts'

const oneBasePath: Fault = {
  name: 'ignores the base path of the config',
  options: (options) => ({ ...options, basePath: '/auth' }),
}

const refusesForms: Fault = {
  name: 'refuses the forms of other sites on all routes',
  request: (request) => {
    const origin = headerOf(request, 'origin')
    const isOwn = origin !== undefined && new URL(`http://${headerOf(request, 'host')}`).host === new URL(origin).host
    return request.start.startsWith('POST') && isCallback(request) && !isOwn ? withTarget(request, '/refused') : request
  },
}

/** Faults of the library's routes, by the rule that must report them. */
export const routeFaults: Readonly<Record<string, Fault>> = {
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
  'shows a reference on the error page that is also in the log': {
    name: 'has an error page without the reference',
    response: (response) => ({ ...response, body: response.body.replaceAll(/[\dA-F]{8}/g, '') }),
  },
  'leads back to the sign-in page when the user refuses at the provider, without an error in the log': {
    name: 'drops the query of a callback',
    request: (request) => (isCallback(request) ? withTarget(request, pathOf(request)) : request),
  },
  'serves its routes over HTTP/2 without TLS': {
    name: 'takes the host from elsewhere than :authority',
    options: (options) => ({ ...options, environment: { ...DEFAULT_ENVIRONMENT, AUTH_URL: 'http://localhost' } }),
  },
}
