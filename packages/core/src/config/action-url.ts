import { authError } from '../errors/error-classes.ts'
import type { AuthAction, AuthConfig } from '../types/index.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { originFromHeaders } from '../web/origin.ts'
import { resolveLogger } from './logger.ts'
import { options } from './options.ts'

const trim = (path: string): string => path.replace(/^\/+|\/+$/g, '')

const join = (origin: string, path: string, action: string): URL =>
  new URL(`/${[trim(path), action].filter((part) => part !== '').join('/')}`, origin)

const fromHeaders = (protocol: string | undefined, headers: Headers): string => {
  const origin = originFromHeaders(headers, protocol ?? 'https', true)
  if (origin === undefined) throw authError('UntrustedHost', 'The request has no valid host')
  return origin
}

/**
 * Returns the URL of an action. `AUTH_URL` (or `NEXTAUTH_URL`) decides the origin. Without it the host comes from
 * `x-forwarded-host` or `host`, and the scheme from `x-forwarded-proto` or `protocol`: a trusted proxy must set them.
 * @param protocol with or without a colon at the end
 * @param basePathOrConfig the base path, or the config
 * @throws AuthError of the type `UntrustedHost` if the headers have no valid host; InvalidConfig if `AUTH_URL` is not a URL
 * @example
 * createActionURL('signin', 'https', new Headers({ host: 'app.example.com' }), {}, '/auth').href
 * // 'https://app.example.com/auth/signin'
 */
export const createActionURL = (
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  envObject: unknown,
  basePathOrConfig?: string | Pick<AuthConfig, 'basePath' | 'logger'>,
): URL => {
  const env = (envObject ?? {}) as Readonly<Record<string, string | undefined>>
  const config = typeof basePathOrConfig === 'string' ? { basePath: basePathOrConfig } : (basePathOrConfig ?? {})
  const { basePath = '' } = config
  const text = env['AUTH_URL'] || env['NEXTAUTH_URL']
  if (text === undefined || text === '') return join(fromHeaders(protocol, headers), basePath, action)
  options.origin.read(text, 'origin')
  const url = new URL(text)
  const [own, wanted] = [trim(url.pathname), trim(basePath)]
  if (wanted !== '' && own !== '' && own !== wanted) {
    const why = `AUTH_URL has the path /${own}, but basePath is /${wanted}`
    resolveLogger(config, defaultRuntime).warn('env-url-basepath-mismatch', why)
  }
  return join(url.origin, wanted === '' ? own : wanted, action)
}
