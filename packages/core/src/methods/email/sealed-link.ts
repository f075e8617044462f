import { hasShape, nonEmpty, parseJson, type Shape } from '../../base/json.ts'
import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { Verification } from '../../errors/error-classes.ts'
import { siteProps } from '../../forms/page-data.ts'
import { pageTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import type { EmailRequest } from './email-limits.ts'

const MAX_LENGTH = 2048

interface SealedLinkOptions<Value> {
  /** The route of its page. */
  readonly action: string
  readonly purpose: string
  readonly shape: Shape<Value>
  /** Seconds since the epoch. */
  readonly expiresAt: (value: Value) => number
}

const tokenOf = ({ method, fields, url }: RequestInternal): string =>
  nonEmpty(method === 'POST' ? fields['token'] : url.searchParams.get('token')) ?? ''

/** A link of a mail to a page with one button. Only this library can read or write its value. */
export const sealedLink = <Value>({ action, purpose, shape, expiresAt }: SealedLinkOptions<Value>) => ({
  url: async ({ request, context }: Pick<EmailRequest, 'request' | 'context'>, value: Value) => {
    const token = await context.keyring.seal(purpose, JSON.stringify(value))
    return pageTarget(`${request.base}/${action}`, request.origin, { token })
  },
  openedUrl: (request: RequestInternal): RedirectTarget =>
    pageTarget(`${request.base}/${action}`, request.origin, { token: tokenOf(request) }),
  /** The value of the link. It may have expired. Throws `Verification` if we did not seal it. */
  read: async (request: RequestInternal, { keyring }: AuthContext): Promise<Value> => {
    const token = tokenOf(request)
    const plaintext = token.length <= MAX_LENGTH ? await keyring.open(purpose, token) : null
    const value = plaintext === null ? undefined : parseJson(plaintext)
    if (!hasShape(value, shape)) throw new Verification('The link cannot be read', { reason: 'unreadable' })
    return value as Value
  },
  isLive: ({ runtime }: AuthContext, value: Value): boolean => runtime.now() <= expiresAt(value) * 1000,
  /** What its page shows. A `GET` changes nothing, because mail scanners open links as well; only the form does. */
  pageProps: (request: RequestInternal) => {
    const fields = [['token', tokenOf(request)]] as const
    return { ...siteProps(request), action: `${request.base}/${action}`, fields }
  },
})
