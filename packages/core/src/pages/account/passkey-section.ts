import { oncePer } from '../../base/async.ts'
import { describeDay } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps, PagePasskey } from '../../types/page-props.ts'
import { linkButton } from '../components/button.ts'
import { iconClass, iconOf, type IconSource } from '../components/icon.ts'
import { authenticatorIcons } from '../icons/authenticator-icons.ts'
import { html, type Markup } from '../markup/html.ts'
import type { FindIcon, PageContext } from '../page-context.ts'
import { linkToChange, lineIcon, onlyMethod, row, rowSection, withBadge } from './row.ts'

/** When the passkey was added and last used, and where it is stored. */
const details = ({ createdAt, lastUsedAt, isBackedUp }: PagePasskey, { lang, account }: Messages): string => {
  const phrases = [
    createdAt === undefined ? undefined : account.created(describeDay(lang, createdAt)),
    lastUsedAt === undefined ? undefined : account.lastUsed(describeDay(lang, lastUsedAt)),
    isBackedUp ? account.backedUp : account.deviceBound,
  ]
  return phrases.filter((phrase) => phrase !== undefined).join('\u00a0· ')
}

/** One object per passkey, because icons are made once per object. */
const iconSourceOf = oncePer(({ icon: id = '', name = id }: PagePasskey): IconSource => ({ id, name }))

/** The mark of an authenticator by its id in `authenticator-models.ts`. */
export const findAuthenticatorIcon: FindIcon = (id) => authenticatorIcons.get(id)

/** The marks of the section, in the order of their classes. A passkey without a mark has a key. */
export const passkeyIcons = ({ passkeys }: AccountProps): readonly IconSource[] =>
  passkeys?.list.filter(({ icon }) => icon !== undefined).map(iconSourceOf) ?? []

const passkeyRow = (passkey: PagePasskey, props: AccountProps, context: PageContext): Markup => {
  const { messages } = context
  const { action, passkeys } = props
  const { unnamedPasskey, rename, remove, removeOf, sessions } = messages.account
  const { name = unnamedPasskey, credentialId, canDelete } = passkey
  const query = { credentialId }
  const renaming = { change: 'passkey-rename', query, label: rename, fullLabel: `${rename}: ${name}` } as const
  const removal = { change: 'passkey-delete', query, label: remove, fullLabel: removeOf(name) } as const
  const first = passkeys?.canRename === false ? [] : [linkToChange(action, renaming, context)]
  const last = canDelete === false ? onlyMethod(messages) : linkToChange(action, removal, context)
  // The icons of the accounts come first.
  const index = passkeyIcons(props).indexOf(iconSourceOf(passkey))
  const className = iconClass(props.accounts.length + props.linkable.length + index)
  const icon = index < 0 ? lineIcon('key') : iconOf(iconSourceOf(passkey), findAuthenticatorIcon).render(className)
  const shownName = passkey.isOfThisDevice === true ? withBadge(name, sessions.current) : name
  return row({ icon, name: shownName, facts: details(passkey, messages), end: [...first, last] })
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
