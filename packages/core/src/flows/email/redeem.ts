import type { Site } from '../../config/site.ts'
import { readTokenEnd } from '../../config/token-row.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { AdapterError, Verification } from '../../errors/classes.ts'
import { rememberBrowser } from '../../transactions/known-browser.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { OpenTransaction } from '../../transactions/store.ts'
import type { EmailTransaction } from '../../transactions/transaction.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import type { Cookie } from '../../types/http.ts'
import type { User } from '../../types/identity.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { Course } from '../complete-sign-in.ts'
import { emailIdentity } from './identity.ts'
import { giveReceipt } from './receipt.ts'
import { tokenHashes, tokenStore } from './token.ts'

/** What is used up, and where it leads. */
export type Redeemed = Pick<EmailTransaction, 'identifier' | 'state' | 'code' | 'target'>

/** Use the token up: one atomic operation of the database, so that of many at once one has it. */
const useToken = async (
  site: Site,
  resolved: ResolvedEmailProvider,
  { identifier, state }: Redeemed,
): Promise<VerificationToken> => {
  for (const token of await tokenHashes(site, resolved, state)) {
    const expires = readTokenEnd(await tokenStore(site).useVerificationToken({ identifier, token }), identifier)
    if (expires === null) continue
    if (expires.getTime() <= site.runtime.now()) throw new Verification('The link is too old', { reason: 'expired' })
    return { identifier, token, expires }
  }
  throw new Verification('The link is wrong or was used already', { reason: 'unknown' })
}

/** The mails to this address that this browser asked for. */
const openMails = async (
  request: RequestInternal,
  site: Site,
  identifier: string,
): Promise<readonly (OpenTransaction & { readonly transaction: EmailTransaction })[]> => {
  const open = await listTransactions(site, request.cookies)
  return open.flatMap(({ transaction, forget }) =>
    transaction.kind === 'email' && transaction.identifier === identifier ? [{ transaction, forget }] : [],
  )
}

/**
 * Whoever came in by one mail needs none of the others to the same address. The adapter removes them where it can; where it
 * cannot, those that this browser asked for are used up one by one. The person is in, so a failure is only told.
 */
const endOthers = async (
  site: Site,
  resolved: ResolvedEmailProvider,
  { identifier, state }: Redeemed,
  mails: Awaited<ReturnType<typeof openMails>>,
): Promise<void> => {
  const store = tokenStore(site)
  try {
    if (store.deleteVerificationTokens !== undefined) return await store.deleteVerificationTokens(identifier)
    for (const { transaction } of mails) {
      if (transaction.state === state || transaction.provider !== resolved.provider.id) continue
      for (const token of await tokenHashes(site, resolved, transaction.state))
        await store.useVerificationToken({ identifier, token })
    }
  } catch (error) {
    site.config.logger.error(error instanceof Error ? error : new AdapterError('The other tokens were not removed'))
  }
}

/** Use a link or a code up, and sign in. */
export const redeem = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  used: Redeemed,
): Promise<Answer> => {
  const { identifier, target } = used
  const { id } = resolved.provider
  const invite = await useToken(site, resolved, used)
  const receipt = { ...used, provider: id }
  const beside = async (user: User): Promise<readonly Cookie[]> => [
    ...(await giveReceipt(site, request.cookies, receipt, user)),
    await rememberBrowser(site, request.cookies, identifier),
  ]
  const course: Course = { target, beside }
  let answer: Answer
  try {
    answer = await completeSignIn(request, site, emailIdentity(site, id, identifier), course)
  } catch (error) {
    // The person did nothing wrong: when the database fails after the token is gone, the same mail works again.
    if (error instanceof AdapterError)
      await Promise.resolve(tokenStore(site).createVerificationToken(invite)).catch(() => null)
    throw error
  }
  const mails = await openMails(request, site, identifier)
  await endOthers(site, resolved, used, mails)
  return { ...answer, cookies: [...mails.map(({ forget }) => forget), ...(answer.cookies ?? [])] }
}
