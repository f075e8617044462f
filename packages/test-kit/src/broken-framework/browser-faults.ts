import { isSession, keepCookies, withTarget } from './changes.ts'
import type { Fault } from './faulty-server.ts'
import { pathOf } from './http-message.ts'

const toScripts: Fault = {
  name: 'sends no cookie with the response to a POST',
  response: (response, request) => (request.start.startsWith('POST') ? keepCookies(response, () => false) : response),
}

/** A page that runs this script first. */
const withScript = (name: string, script: string): Fault => ({
  name,
  response: (response, request) =>
    pathOf(request) === '/client'
      ? { ...response, body: response.body.replace(/<!doctype html>/i, (text) => `${text}<script>${script}</script>`) }
      : response,
})

/** Faults of code in the browser, by the rule that must report them. */
export const browserFaults: Readonly<Record<string, Fault>> = {
  'signs up and in with a passkey on the built-in pages': toScripts,
  'renders the session in the browser as the server did, without an error': withScript(
    'has a script that fails',
    "throw new Error('broken')",
  ),
  'signs in and out with JavaScript, and shows it on the page without loading it anew': toScripts,
  "signs in by the framework's action with JavaScript": toScripts,
  'shows a sign-in and a sign-out in other tabs': withScript(
    'tells other tabs nothing',
    'BroadcastChannel.prototype.postMessage = () => undefined',
  ),
  'renews the cookie when the browser opens a page, which shows what other responses change': {
    name: 'renews no session',
    response: (response, request) =>
      request.start.startsWith('GET') ? keepCookies(response, (cookie) => !isSession(cookie)) : response,
  },
  'updates the session in the browser, and shows it on the page, in other tabs and on the server': {
    name: 'does not serve POST /session',
    request: (request) => (request.start.startsWith('POST /auth/session') ? withTarget(request, '/missing') : request),
  },
}
