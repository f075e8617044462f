import type { AuthContext, RouteHandler } from '../../config/engine-types.ts'
import { counterExpiry } from '../../attempts/attempt.ts'
import { findRememberedDevice, rememberDevice } from '../../attempts/remembered-device.ts'
import { shapeOf } from '../../attempts/sealed-cookie.ts'
import { toHex } from '../../base/bytes.ts'
import { defined, isNumber, isString } from '../../base/json.ts'
import { DAY, toSeconds } from '../../base/time.ts'
import { Verification } from '../../errors/error-classes.ts'
import { formToken } from '../../forms/page-data.ts'
import { count } from '../../limits/limits.ts'
import { show } from '../../web/handler-response.ts'
import { homeTarget, pageTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import type { EmailRequest } from './email-limits.ts'
import { sealedToken } from './sealed-token.ts'

/** What the link of a mail carries, sealed: only the mail to the address has it. */
interface BrowserConfirmation {
  readonly id: string
  /** The address, normalized. */
  readonly address: string
  /** Seconds since the epoch. */
  readonly created: number
}

const PURPOSE = 'confirm browser'

const link = sealedToken(PURPOSE, shapeOf<BrowserConfirmation>({ id: isString, address: isString, created: isNumber }))

/**
 * A link that only confirms a browser. The limits count mails within a day, so an attacker can keep the user of an address from
 * requesting one for as long. Every mail that counts therefore has a link that works for a day in any browser: the one that
 * signs in, or this one. `undefined` where it is not needed.
 */
export const makeBrowserLink = async (
  { request, context }: EmailRequest,
  address: string,
  secondsOfLink: number,
): Promise<RedirectTarget | undefined> => {
  const { config, runtime } = context
  if (secondsOfLink >= DAY || config.adapter?.incrementCounter === undefined) return undefined
  const value: BrowserConfirmation = { id: toHex(runtime.random(16)), address, created: toSeconds(runtime.now()) }
  const token = await link.seal(context, value)
  return pageTarget(`${request.base}/confirm-browser`, request.origin, { token })
}

const readConfirmation = async (context: AuthContext, token: unknown): Promise<BrowserConfirmation> => {
  const value = await link.read(context, token)
  if (toSeconds(context.runtime.now()) > value.created + DAY)
    throw new Verification('The link has expired', { reason: 'expired' })
  return value
}

/** A link confirms one browser. Otherwise a copy of it could make any number of devices, each with limits of its own. */
const consume = async (context: AuthContext, { id, created }: BrowserConfirmation): Promise<void> => {
  if (((await count(context, PURPOSE, id, counterExpiry(created, DAY))) ?? 1) > 1)
    throw new Verification('The link was used before', { reason: 'used' })
}

/**
 * `/confirm-browser`: the link of a mail that makes this browser a remembered device of the address. It signs no user in. A
 * `GET` shows a page with one button and changes nothing: mail scanners open links as well.
 */
export const confirmBrowser: RouteHandler = async (request, context) => {
  const token = request.method === 'POST' ? request.fields['token'] : request.query.get('token')
  const confirmation = await readConfirmation(context, token)
  const email = confirmation.address
  const signinUrl = pageTarget(context.config.pages.signIn ?? `${request.base}/signin`, request.origin)
  const common = { host: new URL(request.origin).host, email, home: homeTarget(request.origin), signinUrl }
  const done = { page: 'confirm-browser', props: { ...common, isDone: true } } as const
  if ((await findRememberedDevice(context, request.cookies, email)) !== undefined) return show(done)
  if (request.method === 'POST') {
    await consume(context, confirmation)
    return show(done, await rememberDevice(context, request.cookies, email))
  }
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const fields = [['token', String(token)]] as const
  const props = { ...common, action: `${request.base}/confirm-browser`, fields, ...defined({ csrfToken }) }
  return show({ page: 'confirm-browser', props }, cookies)
}
