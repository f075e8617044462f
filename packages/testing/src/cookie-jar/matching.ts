/** The path of a cookie that names none (RFC 6265 §5.1.4). */
export const defaultPath = (url: URL): string => {
  const last = url.pathname.lastIndexOf('/')
  return last <= 0 ? '/' : url.pathname.slice(0, last)
}

/** Whether a cookie of this path goes along with a request to that one (RFC 6265 §5.1.4). */
export const pathMatches = (requested: string, path: string): boolean =>
  requested === path || (requested.startsWith(path) && (path.endsWith('/') || requested[path.length] === '/'))

/** Whether a host lies in a cookie's domain (RFC 6265 §5.1.3). A whole top-level domain is never accepted. */
export const domainMatches = (host: string, domain: string): boolean =>
  host === domain || (domain.includes('.') && host.endsWith(`.${domain}`) && !/^[\d.]+$/.test(host))

/** Whether `Secure` cookies live here: https, and this machine, as browsers have it (W3C Secure Contexts §3.1). */
export const isTrustworthy = (url: URL): boolean =>
  url.protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)

const siteOf = (url: URL): string => {
  const host = /^[\d.]+$|^\[/.test(url.hostname) ? url.hostname : url.hostname.split('.').slice(-2).join('.')
  return `${url.protocol}//${host}`
}

/** How two addresses stand to each other, in the words of `Sec-Fetch-Site`. Takes the last two labels of a name for its site. */
export const relation = (from: URL, to: URL): 'same-origin' | 'same-site' | 'cross-site' => {
  if (from.origin === to.origin) return 'same-origin'
  return siteOf(from) === siteOf(to) ? 'same-site' : 'cross-site'
}
