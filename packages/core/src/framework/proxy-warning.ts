import type { RequestLike } from '../types/http.ts'
import { originFromHeaders } from '../web/origin.ts'
import type { ConfiguredAuth } from './configured-auth.ts'

// Without values of the request: a client can send these headers too, and each text is logged once.
const TEXT =
  'A request has X-Forwarded-Proto or X-Forwarded-Host with another address than the one that the server takes for its own. ' +
  'If the application is behind a proxy, set AUTH_URL to its public address, or let the framework trust the proxy ' +
  '(docs/guides/deployment.md#behind-a-proxy)'

/**
 * Warns if a proxy says that the browser uses another address. Redirects, cookies and callback URLs would be made for the wrong one.
 */
export const warnOfProxy = ({ config, warn }: ConfiguredAuth, { url, headers }: RequestLike): void => {
  if (config.origin !== undefined || !(headers.has('x-forwarded-proto') || headers.has('x-forwarded-host'))) return
  const { origin, protocol } = new URL(url)
  const forwarded = originFromHeaders(headers, protocol, true)
  if (forwarded !== undefined && forwarded !== origin) warn('proxy-not-trusted', TEXT)
}
