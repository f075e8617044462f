import { group, isLoopback, type Facts } from './check.ts'

const DAY = 86_400_000

/** The address as a developer wrote it, in the config or in a variable. */
const writtenUrl = ({ env, written }: Facts): string | undefined =>
  written.origin ?? (env['AUTH_URL'] || env['NEXTAUTH_URL'] || undefined)

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** The public address of the application, if it is one that the network can reach. */
export const publicOrigin = ({ origin }: Facts): URL | undefined =>
  origin === undefined || isLoopback(origin.hostname) ? undefined : origin

const WORDS = /^(?:true|false|1|0|yes|no|on|off)$/i

const failureOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** What the running application says about its own addresses. */
const findOtherOrigin = async (facts: Facts): Promise<string | undefined> => {
  const origin = publicOrigin(facts)
  if (origin === undefined) return undefined
  const url = `${origin.origin}${facts.config.basePath ?? '/auth'}/providers`
  try {
    const response = await facts.system.fetch(url)
    if (response.status !== 200) return `${url} has status ${response.status}`
    const providers = Object.values(
      (await response.json()) as Readonly<Record<string, { readonly callbackUrl?: string }>>,
    )
    const other = providers.find(({ callbackUrl = origin.href }) => new URL(callbackUrl).origin !== origin.origin)
    return other === undefined ? undefined : `the server takes itself for ${new URL(other.callbackUrl ?? '').origin}`
  } catch (error) {
    return `${url} does not respond: ${failureOf(error)}`
  }
}

const findOpenHttp = async (facts: Facts): Promise<string | undefined> => {
  const origin = publicOrigin(facts)
  if (origin?.protocol !== 'https:' || origin.port !== '') return undefined
  try {
    const { status, headers } = await facts.system.fetch(`http://${origin.host}/`)
    const target = headers.get('location') ?? ''
    if (status >= 300 && status < 400 && target.startsWith('https:')) return undefined
    return `http://${origin.host}/ has status ${status} and does not redirect to https`
  } catch {
    // Not serving http at all is safe too.
    return undefined
  }
}

export const urlChecks = group('url', 'docs/guides/deployment.md', {
  missing: {
    level: 'fail',
    isForProduction: true,
    why: 'a client could choose the host in the links of e-mails, so the library refuses every request',
    fix: 'set AUTH_URL=https://<your host>, or AUTH_TRUST_HOST=true if a proxy sets the Host header',
    find: ({ config }) =>
      config.origin === undefined && config.trustHost !== true
        ? 'neither AUTH_URL nor AUTH_TRUST_HOST is set'
        : undefined,
  },
  invalid: {
    level: 'fail',
    why: 'every request fails',
    fix: 'write the whole address, such as AUTH_URL=https://app.example.com',
    find: (facts) => {
      const text = writtenUrl(facts)
      return text === undefined || isUrl(text) ? undefined : `AUTH_URL is not an http or https address: ${text}`
    },
  },
  insecure: {
    level: 'fail',
    isForProduction: true,
    why: 'an attacker on the network can read the session cookie',
    fix: 'serve the application over https, and set AUTH_URL to that address',
    find: (facts) => {
      const origin = publicOrigin(facts)
      return origin?.protocol === 'http:' ? `AUTH_URL is ${origin.origin}` : undefined
    },
  },
  loopback: {
    level: 'fail',
    isForProduction: true,
    why: 'links in e-mails and callbacks of providers lead to the machine of the user',
    fix: 'set AUTH_URL to the public address of the application',
    find: ({ origin }) =>
      origin !== undefined && isLoopback(origin.hostname) ? `AUTH_URL is ${origin.origin}` : undefined,
  },
  path: {
    level: 'warn',
    why: 'the path of AUTH_URL is not used if the config or the framework sets basePath',
    fix: 'remove the path from AUTH_URL, or set basePath to it',
    find: (facts) => {
      const text = writtenUrl(facts)
      if (text === undefined || !isUrl(text)) return undefined
      const path = new URL(text).pathname.replace(/\/+$/, '')
      const { basePath } = facts.config
      return path === '' || path === basePath ? undefined : `AUTH_URL has the path ${path}, and basePath is ${basePath}`
    },
  },
  'base-path': {
    level: 'warn',
    why: 'requests below another spelling of the path do not reach the library',
    fix: 'write it with a slash at its start and none at its end: /auth',
    find: ({ written: { basePath } }) =>
      basePath === undefined || /^\/[^/].*[^/]$|^\/[^/]$/.test(basePath) ? undefined : `basePath is "${basePath}"`,
  },
  'trusts-host': {
    level: 'note',
    isForProduction: true,
    why: 'if a client can reach the server without the proxy, it chooses the host in the links of e-mails',
    fix: 'set AUTH_URL, which is stronger than the Host header',
    find: ({ config }) =>
      config.origin === undefined && config.trustHost === true ? 'the Host header decides the address' : undefined,
  },
  'trust-value': {
    level: 'warn',
    why: 'every value but true, 1, yes and on counts as false',
    fix: 'set AUTH_TRUST_HOST=true, or remove it',
    find: ({ env }) => {
      const value = env['AUTH_TRUST_HOST'] ?? ''
      return value === '' || WORDS.test(value.trim()) ? undefined : 'AUTH_TRUST_HOST is neither true nor false'
    },
  },
  legacy: {
    level: 'note',
    why: 'the library reads them only as long as the AUTH_ variables are not set',
    fix: 'rename NEXTAUTH_URL to AUTH_URL, and NEXTAUTH_SECRET to AUTH_SECRET',
    find: ({ env }) => {
      const found = ['NEXTAUTH_URL', 'NEXTAUTH_SECRET'].filter((name) => env[name])
      return found.length === 0 ? undefined : `${found.join(' and ')} is set`
    },
  },
  'redirect-proxy': {
    level: 'fail',
    why: 'providers redirect to it, so it has to be the https address of a deployment that does not change',
    fix: 'set AUTH_REDIRECT_PROXY_URL=https://<stable host>/auth',
    find: ({ config: { redirectProxyUrl: url } }) =>
      url === undefined || (isUrl(url) && (url.startsWith('https:') || isLoopback(new URL(url).hostname)))
        ? undefined
        : 'redirectProxyUrl is not an https address',
  },
  running: {
    level: 'fail',
    usesNetwork: true,
    why: 'providers redirect to the address that the server takes for its own',
    fix: 'let the proxy send X-Forwarded-Proto and X-Forwarded-Host, or set AUTH_URL where the server runs',
    find: findOtherOrigin,
  },
  'open-http': {
    level: 'warn',
    usesNetwork: true,
    why: 'a user who types the address without https starts on a page that others on the way can change',
    fix: 'redirect http to https with status 308',
    find: findOpenHttp,
  },
  certificate: {
    level: 'warn',
    usesNetwork: true,
    why: 'when it has expired, browsers refuse the application',
    fix: 'renew the certificate, and check its automatic renewal',
    find: async (facts) => {
      const origin = publicOrigin(facts)
      if (origin?.protocol !== 'https:') return undefined
      const end = await facts.system.certificateEnd(origin.hostname, Number(origin.port) || 443)
      const left = end - facts.system.now()
      return left > 14 * DAY ? undefined : `the certificate ends in ${Math.floor(left / DAY)} days`
    },
  },
})
