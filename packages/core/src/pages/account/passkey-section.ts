import { describeDay } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps, PagePasskey } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { commonFields, hiddenFields, postForm } from '../components/post-form.ts'
import { html, type Markup } from '../markup/html.ts'

const hiddenFor = (action: string, { credentialId }: PagePasskey, { csrfToken }: AccountProps): Markup => {
  const fields = hiddenFields([
    ['action', action],
    ['credentialId', credentialId],
  ])
  return html`${commonFields(csrfToken === undefined ? {} : { csrfToken })}${fields}`
}

/** When the passkey was added and last used, and where it is stored. */
const details = ({ createdAt, lastUsedAt, isBackedUp }: PagePasskey, { lang, account }: Messages): string => {
  const phrases = [
    createdAt === undefined ? undefined : account.created(describeDay(lang, createdAt)),
    lastUsedAt === undefined ? undefined : account.lastUsed(describeDay(lang, lastUsedAt)),
    isBackedUp ? account.backedUp : account.deviceBound,
  ]
  return phrases.filter((phrase) => phrase !== undefined).join('\u00a0· ')
}

const renameForm = (passkey: PagePasskey, index: number, props: AccountProps, { account }: Messages): Markup => {
  const id = `passkey-${index}`
  const field = html`<label for="${id}">${account.passkeyName}</label>
    <input id="${id}" name="name" type="text" value="${passkey.name ?? ''}" required autocomplete="off" />`
  const button = html`<button type="submit">${account.rename}</button>`
  return html`<details>
    <summary>${account.rename}</summary>
    ${postForm(props.action, html`${hiddenFor('passkey-rename', passkey, props)}${field}${button}`)}
  </details>`
}

const passkeyRow = (passkey: PagePasskey, index: number, props: AccountProps, messages: Messages): Markup => {
  const { unnamedPasskey, remove, removeOf } = messages.account
  const name = passkey.name ?? unnamedPasskey
  const button = html`<button type="submit" class="small" aria-label="${removeOf(name)}">${remove}</button>`
  const end =
    passkey.canDelete === false
      ? html`<span class="muted">${messages.account.onlyMethod}</span>`
      : postForm(props.action, html`${hiddenFor('passkey-delete', passkey, props)}${button}`)
  return html`<li class="row">
    <span class="row-name"><strong>${name}</strong> <small class="muted">${details(passkey, messages)}</small></span>
    ${end} ${renameForm(passkey, index, props, messages)}
  </li>`
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
export const passkeySection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { passkeys } = props
  if (passkeys === undefined) return undefined
  const rows = passkeys.list.map((passkey, i) => passkeyRow(passkey, i, props, messages))
  const list =
    rows.length === 0
      ? html`<p class="muted">${messages.account.noPasskeys}</p>`
      : html`<ul class="rows" role="list">
          ${rows}
        </ul>`
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${messages.account.passkeys}</h2>
    ${list}
    <a class="button secondary" href="${pageUrl(passkeys.addUrl)}">${messages.account.addPasskey}</a>
    ${signalElement(passkeys)}
  </section>`
}
