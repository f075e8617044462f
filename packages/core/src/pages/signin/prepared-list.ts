import { oncePer } from '../../base/once.ts'
import type { PageProvider } from '../../types/page-props.ts'
import type { Messages } from '../../i18n/messages.ts'
import type { Markup } from '../markup/html.ts'
import { makeButton } from './buttons.ts'
import type { LeaveButton } from './buttons.ts'
import { isLong, longList } from './lists.ts'

/** What can be made of a list of providers before anybody asks for the page. */
export interface PreparedList {
  /** By place; `undefined` where a method has a form of its own. */
  readonly buttons: readonly (LeaveButton | undefined)[]
  /** All that leave, when they are too many to be shown in the order of the config. */
  readonly long: Markup | undefined
}

const prepare = (providers: readonly PageProvider[], messages: Messages): PreparedList => {
  const buttons = providers.map((one, i) => (one.kind === 'redirect' ? makeButton(one, i, messages) : undefined))
  const leaving = buttons.filter((button) => button !== undefined)
  return { buttons, long: isLong(leaving.length) ? longList(leaving, messages) : undefined }
}

/** Made once for a list and a language: a list of providers lives as long as its config. */
export const preparedList = oncePer((providers: readonly PageProvider[]) =>
  oncePer((messages: Messages) => prepare(providers, messages)),
)
