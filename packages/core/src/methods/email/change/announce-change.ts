import type { AccountEvent } from '../../../accounts/account-events.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { defined } from '../../../base/json.ts'
import { announce } from '../../../notifications/announce.ts'
import { pageTarget, type RedirectTarget } from '../../../web/redirect-target.ts'
import type { ChangeRequest, EmailChange } from './change-token.ts'
import { sealUndo, UNDO_SECONDS, undoOf, type AddressUndo } from './undo-window.ts'

/** A change of an address that is about to be written, and the link that undoes it. */
export interface UndoableChange {
  readonly undo: AddressUndo
  readonly url: RedirectTarget
}

/** Made before the write, so that no written change lacks its link. `undefined` if the previous address gets none. */
export const prepareUndo = async (
  { request, context }: ChangeRequest,
  change: EmailChange,
  user: StoredUser,
): Promise<UndoableChange | undefined> => {
  const undo = undoOf(context, change, user)
  if (undo === undefined) return undefined
  const token = await sealUndo(context, undo)
  return { undo, url: pageTarget(`${request.base}/undo-email`, request.origin, { token }) }
}

/** A change of an address that this request made. */
export interface AppliedChange {
  /** The user before the change. */
  readonly before: StoredUser
  readonly events: readonly AccountEvent[]
  readonly undoable: UndoableChange | undefined
}

/** Emit the events, and notify the previous address, with the link that undoes the change. */
export const announceChange = async (
  { request, context }: ChangeRequest,
  { before, events, undoable }: AppliedChange,
): Promise<void> => {
  const undo = undoable && { url: undoable.url, seconds: UNDO_SECONDS }
  await announce(request, context, events, { user: before, change: { kind: 'emailChanged', ...defined({ undo }) } })
}
