import { nonEmpty } from '../../base/json.ts'
import { MissingAdapter } from '../../errors/classes.ts'
import { json, redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import { ownerPage } from '../../web/return-target.ts'
import type { Flow } from '../flow.ts'
import { findSignedIn } from '../holder.ts'
import { askAgain, askToSignIn } from '../ask-to-sign-in.ts'
import { changeEmail } from './email-change.ts'
import { confirmEmailCode } from './email-code.ts'
import { deletePasskey, renamePasskey } from './passkeys.ts'
import { unlink } from './unlink.ts'
import type { Outcome, Wish } from './wish.ts'

type Change = (wish: Wish) => Promise<Outcome | Answer>

const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['email-change', changeEmail],
  ['email-code', confirmEmailCode],
  ['unlink', unlink],
  ['passkey-rename', renamePasskey],
  ['passkey-delete', deletePasskey],
])

const refuse = (status: number, message: string): Answer => json({ error: 'BadRequest', message }, [], status)

/** `POST /account`: changes one's own account. */
export const changeAccount: Flow = async (request, site) => {
  const page = `${request.base}/account`
  const holder = await findSignedIn(site, request.cookies)
  if (holder === null) return askToSignIn(request, site, page)
  if (site.config.adapter === undefined) throw new MissingAdapter('Without a database there is no account to change')
  const change = changes.get(nonEmpty(request.fields['action']) ?? '')
  if (change === undefined) return refuse(400, 'The request could not be read.')
  const done = await change({ site, request, holder })
  if (typeof done === 'object') return done
  if (done === 'absent') return refuse(404, 'There is nothing here.')
  return done === 'again' ? askAgain(request, site, page) : redirectTo(ownerPage(page, request.origin, { done }))
}
