/** The default path of a cookie (RFC 6265 §5.1.4). */
export const defaultPath = (url: URL): string => {
  const last = url.pathname.lastIndexOf('/')
  return last <= 0 ? '/' : url.pathname.slice(0, last)
}

/** Whether a cookie with this path is sent with a request to that path (RFC 6265 §5.1.4). */
export const pathMatches = (requested: string, path: string): boolean =>
  requested === path || (requested.startsWith(path) && (path.endsWith('/') || requested[path.length] === '/'))

/** Whether a host is in a cookie's domain (RFC 6265 §5.1.3). A top-level domain is never accepted. */
export const domainMatches = (host: string, domain: string): boolean =>
  host === domain || (domain.includes('.') && host.endsWith(`.${domain}`) && !/^[\d.]+$/.test(host))

/** Whether a URL may have `Secure` cookies: https, and localhost as in browsers (W3C Secure Contexts §3.1). */
export const isTrustworthy = (url: URL): boolean =>
  url.protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)

const schemefulSite = (url: URL): string => {
  const host = /^[\d.]+$|^\[/.test(url.hostname) ? url.hostname : url.hostname.split('.').slice(-2).join('.')
  return `${url.protocol}//${host}`
}

/** The `Sec-Fetch-Site` value of two URLs. The last two labels of a host name count as its site. */
export const relation = (from: URL, to: URL): 'same-origin' | 'same-site' | 'cross-site' => {
  if (from.origin === to.origin) return 'same-origin'
  return schemefulSite(from) === schemefulSite(to) ? 'same-site' : 'cross-site'
}
