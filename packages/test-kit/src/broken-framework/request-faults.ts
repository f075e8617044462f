import { DEFAULT_ENVIRONMENT } from '@authwright/testing/frameworks'
import { redirectTo, targetOf, withStatus, withTarget, isCallback } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { headerOf, pathOf, statusOf, withHeader } from './http-message.ts'

const ignoresAuthUrl: Fault = {
  name: 'ignores AUTH_URL',
  options: (options) => ({ ...options, environment: DEFAULT_ENVIRONMENT }),
}

const logsErrors: Fault = {
  name: 'logs an error when a client hangs up',
  logs: (lines, requests) => (requests.some(isCallback) ? [...lines, 'error aborted'] : lines),
}

const ignoresLimit: Fault = {
  name: 'ignores what is above the limit',
  response: (response) => (statusOf(response) === 413 ? withStatus(response, 200) : response),
}

const redirectsSlashes: Fault = {
  name: 'redirects a path that begins with two slashes',
  response: (response, request) =>
    targetOf(request).startsWith('//') ? redirectTo(response, targetOf(request)) : response,
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

const trustsEveryHost: Fault = {
  name: 'trusts every host',
  options: (options) => ({ ...options, environment: DEFAULT_ENVIRONMENT }),
}

/** Faults with hosts, proxies, bodies and other sites, by the rule that must report them. */
export const requestFaults: Readonly<Record<string, Fault>> = {
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
  'redirects to no other host after a malformed target or host, and goes on serving': redirectsSlashes,
  'names no other host after a malformed target, and goes on serving': redirectsSlashes,
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
  'responds with 500 for a host that is not trusted, and logs the variable to set': trustsEveryHost,
  'signs in no user at a host that is not trusted, and redirects nowhere there': trustsEveryHost,
  'accepts a body that a parser of the application has read': {
    name: 'reads the body again after a parser of the application',
    request: (request) => withHeader(request, 'content-length', '0'),
  },
  'accepts the form of a provider that a parser of the application has read': {
    name: 'reads the body again after a parser of the application',
    request: (request) => (isCallback(request) ? withHeader(request, 'content-length', '0') : request),
  },
  'signs in no user with a body above the limit, and goes on serving': ignoresLimit,
  'responds with 413 to a body above the limit, with and without its length': ignoresLimit,
  "ends a request whose body stops half-way with the server's time limit, without an error in the log": logsErrors,
  'refuses forms and calls of other sites, and leaves other routes to the application': {
    name: 'looks neither at Origin nor at Sec-Fetch-Site',
    request: (request) =>
      withHeader(withHeader(request, 'sec-fetch-site'), 'origin', `http://${headerOf(request, 'host')}`),
  },
  'survives clients that hang up, without an error in the log': {
    name: 'ends the process when a client hangs up',
    endsAfter: (request) => pathOf(request) === '/late',
  },
  'completes a sign-in whose client hangs up, or leaves nothing of it': {
    name: 'keeps a part of a sign-in whose client hangs up',
    request: (request, earlier) =>
      earlier.some(isCallback) && isCallback(request) ? withTarget(request, '/broken') : request,
  },
}
