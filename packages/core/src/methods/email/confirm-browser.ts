import type { RouteHandler } from '../../config/engine-types.ts'
import { findRememberedDevice, rememberDevice } from '../../attempts/remembered-device.ts'
import { toHex } from '../../base/bytes.ts'
import { isNumber, isString, type Shaped } from '../../base/json.ts'
import { DAY, toSeconds } from '../../base/time.ts'
import { Verification } from '../../errors/error-classes.ts'
import { showForm, signInPageTarget, siteProps } from '../../forms/page-data.ts'
import { isFirstUse } from '../../limits/limits.ts'
import { show } from '../../web/handler-response.ts'
import type { EmailRequest } from './email-limits.ts'
import { sealedLink } from './sealed-link.ts'

const PURPOSE = 'confirm browser'

/** The address is normalized, and the time is in seconds since the epoch. */
const shape = { id: isString, address: isString, created: isNumber }

const link = sealedLink<Shaped<typeof shape>>({
  action: 'confirm-browser',
  purpose: PURPOSE,
  shape,
  expiresAt: ({ created }) => created + DAY,
})

/**
 * An attacker can exhaust the mails of a user for a day. Every mail that counts therefore has a link that works for a
 * day in any browser: the one that signs in, or this one, which only confirms it. `undefined` where it is not needed.
 */
export const makeBrowserLink = async (emailRequest: EmailRequest, address: string, secondsOfLink: number) => {
  const { config, runtime } = emailRequest.context
  if (secondsOfLink >= DAY || config.adapter?.incrementCounter === undefined) return undefined
  return link.url(emailRequest, { id: toHex(runtime.random(16)), address, created: toSeconds(runtime.now()) })
}

/** `/confirm-browser`: makes this browser a remembered device of the address. It signs no user in. */
export const confirmBrowser: RouteHandler = async (request, context) => {
  const confirmation = await link.read(request, context)
  if (!link.isLive(context, confirmation)) throw new Verification('The link has expired', { reason: 'expired' })
  const { id, address: email, created } = confirmation
  const signinUrl = signInPageTarget(request, context)
  const done = { page: 'confirm-browser', props: { ...siteProps(request), email, signinUrl, isDone: true } } as const
  if ((await findRememberedDevice(context, request.cookies, email)) !== undefined) return show(done)
  if (request.method !== 'POST') {
    const props = { ...link.pageProps(request), email, signinUrl }
    return showForm(request, context, { page: 'confirm-browser', props })
  }
  // A link confirms one browser. Otherwise copies of it could make any number of devices, each with limits of its own.
  if ((await isFirstUse(context, PURPOSE, id, created + DAY)) === false)
    throw new Verification('The link was used before', { reason: 'used' })
  return show(done, await rememberDevice(context, request.cookies, email))
}
