import { defined } from '../../base/record.ts'
import { findUser } from '../../config/rows.ts'
import type { Site } from '../../config/site.ts'
import { readRetryAfter } from '../../errors/retry-after.ts'
import { readPublicType } from '../../errors/table.ts'
import type { AccountProps, PageProvider } from '../../types/pages.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { show } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { homeTarget, ownerPage } from '../../web/return-target.ts'
import { askToSignIn } from '../ask-to-sign-in.ts'
import { formToken } from '../csrf.ts'
import { findMailer } from '../email/change/mailer.ts'
import type { Flow } from '../flow.ts'
import { findSignedIn } from '../holder.ts'
import { pageProviders } from '../page-providers.ts'
import { accountData, nobody, wantsData } from './as-data.ts'
import { findOpenCode } from './email-code.ts'
import { toPagePasskey } from './page-passkey.ts'
import { signalOf } from './signal.ts'
import { readWaysIn } from './ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const toPageAccount = (
  { provider, providerAccountId }: AdapterAccount,
  site: Site,
  canUnlink: boolean,
): AccountProps['accounts'][number] => {
  const known = site.config.providers.find(provider)
  const style = defined({ style: known?.style })
  return { provider, providerAccountId, name: known?.name ?? provider, canUnlink, ...style }
}

const isLinkable =
  (accounts: readonly AdapterAccount[]) =>
  ({ id, kind }: PageProvider): boolean =>
    kind === 'redirect' && !accounts.some(({ provider }) => provider === id)

/** What somebody did last comes back in the address, as one of a few words. */
const DONE = ['unlinked', 'passkey-added', 'passkey-renamed', 'passkey-deleted', 'email-sent', 'email-changed'] as const

/** Where the address can be changed: the form, and the field for a code that this browser waits for. */
const emailOf = async (request: RequestInternal, site: Site, userId: string): Promise<AccountProps['email']> => {
  if (findMailer(site) === undefined) return undefined
  const open = await findOpenCode(site, request.cookies, userId)
  return open === undefined ? {} : { code: { name: 'code', length: open.code.length } }
}

const passkeysOf = async (request: RequestInternal, site: Site, ways: WaysIn): Promise<AccountProps['passkeys']> => {
  const signal = await signalOf(request, site, ways)
  if (signal === undefined) return undefined
  const { rpId, userId } = signal
  const back = ownerPage(`${request.base}/account`, request.origin, { done: 'passkey-added' })
  const addUrl = ownerPage(`${request.base}/passkey`, request.origin, { callbackUrl: back })
  const list = ways.passkeys.map((row) => toPagePasskey(row, ways))
  return { list, addUrl, ...(userId === undefined ? {} : { signal: { rpId, userId } }) }
}

const render = async (request: RequestInternal, site: Site, userId: string, ways: WaysIn): Promise<Answer> => {
  const { adapter } = site.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const asked = request.query.get('error')
  const done = DONE.find((word) => word === request.query.get('done'))
  const accounts = ways.accounts.map((account) => toPageAccount(account, site, ways.canRemove))
  const props: AccountProps = {
    user: defined({ name: user?.name, email: user?.email, image: user?.image }),
    action: `${request.base}/account`,
    signoutUrl: `${request.base}/signout`,
    home: homeTarget(request.origin),
    accounts,
    linkable: ways.canList ? pageProviders(site.config).filter(isLinkable(ways.accounts)) : [],
    ...defined({
      csrfToken,
      done,
      passkeys: await passkeysOf(request, site, ways),
      email: await emailOf(request, site, userId),
      error: readPublicType(asked) ?? (asked === null ? undefined : 'Default'),
      retryAfter: readRetryAfter(request.query.get('retryAfter')),
    }),
  }
  return show({ page: 'account', props }, cookies)
}

/** `GET /account`: one's own account, for a script as data. Whoever is not signed in is asked to sign in first. */
export const accountPage: Flow = async (request, site) => {
  const holder = await findSignedIn(site, request.cookies)
  if (holder === null) return wantsData(request) ? nobody() : askToSignIn(request, site, `${request.base}/account`)
  const ways = await readWaysIn(site, site.config.adapter, holder.userId)
  return wantsData(request) ? accountData(request, site, ways) : render(request, site, holder.userId, ways)
}
