import { describeDay } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps, PagePasskey } from '../../types/page-props.ts'
import { linkButton } from '../components/button.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'
import { linkToChange, lineIcon, onlyMethod, row, rowSection } from './row.ts'

/** When the passkey was added and last used, and where it is stored. */
const details = ({ createdAt, lastUsedAt, isBackedUp }: PagePasskey, { lang, account }: Messages): string => {
  const phrases = [
    createdAt === undefined ? undefined : account.created(describeDay(lang, createdAt)),
    lastUsedAt === undefined ? undefined : account.lastUsed(describeDay(lang, lastUsedAt)),
    isBackedUp ? account.backedUp : account.deviceBound,
  ]
  return phrases.filter((phrase) => phrase !== undefined).join('\u00a0· ')
}

const passkeyRow = (passkey: PagePasskey, { action, passkeys }: AccountProps, context: PageContext): Markup => {
  const { messages } = context
  const { unnamedPasskey, rename, remove, removeOf } = messages.account
  const { name = unnamedPasskey, credentialId, canDelete } = passkey
  const query = { credentialId }
  const renaming = { change: 'passkey-rename', query, label: rename, fullLabel: `${rename}: ${name}` } as const
  const removal = { change: 'passkey-delete', query, label: remove, fullLabel: removeOf(name) } as const
  const first = passkeys?.canRename === false ? [] : [linkToChange(action, renaming, context)]
  const last = canDelete === false ? onlyMethod(messages) : linkToChange(action, removal, context)
  return row({ icon: lineIcon('key'), name, facts: details(passkey, messages), end: [...first, last] })
}

/**
 * The ids of all passkeys for the passkey script, so that password managers remove deleted ones (WebAuthn L3 §5.1.10).
 */
const signalElement = ({ list, signal }: NonNullable<AccountProps['passkeys']>): Markup | undefined =>
  signal &&
  html`<span
    hidden
    data-passkey-signal
    data-rp-id="${signal.rpId}"
    data-user-id="${signal.userId}"
    data-credential-ids="${list.map(({ credentialId }) => credentialId).join(' ')}"
  ></span>`

/** The passkeys of the user, or `undefined` if no passkey provider is configured. */
export const passkeySection = (props: AccountProps, context: PageContext): Markup | undefined => {
  const { passkeys } = props
  if (passkeys === undefined) return undefined
  const { passkeys: title, addPasskey, noPasskeys } = context.messages.account
  const rows = passkeys.list.map((passkey) => passkeyRow(passkey, props, context))
  const none = rows.length === 0 ? [html`<li class="row muted">${noPasskeys}</li>`] : []
  const look = { label: addPasskey, icon: lineIcon('plus'), style: 'plain', className: 'row-link' } as const
  const add = html`<li class="row">${linkButton(passkeys.addUrl, look, context)}</li>`
  return rowSection('passkeys', title, [...none, ...rows, add], signalElement(passkeys))
}
