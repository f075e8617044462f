import { withStatus } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { pathOf, withHeader, type HttpMessage } from './http-message.ts'
import { dropsCookies, mixesUsers } from './shared-faults.ts'

const failsAt = (path: string, name: string): Fault => ({
  name,
  response: (response, request) =>
    pathOf(request) === path ? withStatus(withHeader(response, 'location'), 500) : response,
})

const wasOpened = (path: string, requests: readonly HttpMessage[]): boolean =>
  requests.some((request) => pathOf(request) === path)

/** Faults of frameworks that render pages, by the rule that must report them. */
export const pageFaults: Readonly<Record<string, Fault>> = {
  "guards a page for the framework's requests for its data too": {
    name: 'guards requests of documents only',
    response: (response, request) =>
      pathOf(request).startsWith('/protected') && pathOf(request) !== '/protected'
        ? { ...withStatus(response, 200), body: 'Members only' }
        : response,
  },
  'shows each user in the HTML of the first response, which no shared cache stores': mixesUsers,
  "shows the session to the framework's actions, and reads it once per request": {
    name: 'reads the session at each call in an action',
    response: (response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name, value.replace(/reads=\d+/, 'reads=none')]),
    }),
  },
  "signs in and out by the framework's actions without JavaScript, for forms of this site only": dropsCookies,
  'leads to the sign-in page after an AuthError that the application does not catch': failsAt(
    '/uncaught',
    'shows its error page after an AuthError',
  ),
  "leaves the framework's own redirects that the application throws, and renews the cookie with them": failsAt(
    '/thrown-redirect',
    'takes a thrown redirect for an error',
  ),
  "signs in and out by the framework's actions in an application below a path": dropsCookies,
  'never mixes the sessions of pages that are rendered at the same time': mixesUsers,
  'shows no user on a prerendered page, and serves it without a secret': {
    name: 'renders the pages of the build anew',
    response: (response, request) =>
      pathOf(request).startsWith('/static')
        ? { ...response, body: response.body.replaceAll('signed out', 'ada') }
        : response,
  },
}

/** Faults of development servers, by the rule that must report them. */
export const developmentFaults: Readonly<Record<string, Fault>> = {
  'keeps users signed in while the developer edits a page and the module with the config': {
    name: 'forgets its sessions when a file changes',
    request: (request, earlier) => (wasOpened('/client', earlier) ? withHeader(request, 'cookie') : request),
  },
  'warns once of an unknown option while the developer edits the module with the config': {
    name: 'forgets its warnings when a file changes',
    logs: (lines) => [...lines, ...lines.filter((line) => line.startsWith('warn'))],
  },
  'shows an error page in development if AUTH_SECRET is missing, and names it in the log': {
    name: 'has an error page without the reference',
    response: (response) => ({ ...response, body: response.body.replaceAll(/[\dA-F]{8}/g, '') }),
  },
}
