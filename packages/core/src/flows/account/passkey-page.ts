import { defined } from '../../base/record.ts'
import { readPublicType } from '../../errors/table.ts'
import { InvalidProvider } from '../../errors/classes.ts'
import { isRecent } from '../../transactions/recent.ts'
import { show } from '../../web/answer.ts'
import { askAgain, askToSignIn } from '../ask-to-sign-in.ts'
import { formToken } from '../csrf.ts'
import type { Flow } from '../flow.ts'
import { findSignedIn } from '../holder.ts'
import { readTarget } from '../where-to.ts'

/** `GET /passkey`: where somebody who has just signed in adds a passkey. */
export const passkeyPage: Flow = async (request, site) => {
  const provider = site.config.providers.all.find(({ type }) => type === 'webauthn')
  if (provider === undefined) throw new InvalidProvider('No passkey provider is configured')
  const holder = await findSignedIn(site, request.cookies)
  const here = `${request.base}/passkey${request.url.search}`
  if (holder === null) return askToSignIn(request, site, here)
  if (!(await isRecent(site, request.cookies, holder.userId))) return askAgain(request, site, here)
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const asked = request.query.get('error')
  const props = {
    providerId: provider.id,
    action: `${request.base}/callback/${provider.id}`,
    optionsUrl: `${request.base}/webauthn-options/${provider.id}`,
    callbackUrl: await readTarget(request, site),
    ...defined({ csrfToken, error: readPublicType(asked) ?? (asked === null ? undefined : 'Default') }),
  }
  return show({ page: 'passkey', props }, cookies)
}
