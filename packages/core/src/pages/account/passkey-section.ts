import type { AccountProps, PagePasskey } from '../../types/page-props.ts'
import { pageUrl } from '../../web/page-url.ts'
import { describeDay } from '../../i18n/time-spans.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { commonFields, hiddenFields, postForm } from '../components/form.ts'

const hiddenFor = (action: string, { credentialId }: PagePasskey, { csrfToken }: AccountProps): Markup => {
  const fields = hiddenFields([
    ['action', action],
    ['credentialId', credentialId],
  ])
  return html`${commonFields(csrfToken === undefined ? {} : { csrfToken })}${fields}`
}

/** What is known of a passkey, in half-sentences. */
const facts = ({ createdAt, lastUsedAt, isBackedUp }: PagePasskey, { lang, account }: Messages): string => {
  const told = [
    createdAt === undefined ? undefined : account.created(describeDay(lang, createdAt)),
    lastUsedAt === undefined ? undefined : account.lastUsed(describeDay(lang, lastUsedAt)),
    isBackedUp ? account.isBackedUp : account.isDeviceBound,
  ]
  return told.filter((fact) => fact !== undefined).join('\u00a0· ')
}

const renameForm = (passkey: PagePasskey, index: number, props: AccountProps, { account }: Messages): Markup => {
  const id = `passkey-${index}`
  const field = html`<label for="${id}">${account.name}</label>
    <input id="${id}" name="name" type="text" value="${passkey.name ?? ''}" required autocomplete="off" />`
  const button = html`<button type="submit">${account.rename}</button>`
  return html`<details>
    <summary>${account.rename}</summary>
    ${postForm(props.action, html`${hiddenFor('passkey-rename', passkey, props)}${field}${button}`)}
  </details>`
}

const row = (passkey: PagePasskey, index: number, props: AccountProps, messages: Messages): Markup => {
  const { unnamed, remove, removeOf } = messages.account
  const name = passkey.name ?? unnamed
  const button = html`<button type="submit" class="quiet" aria-label="${removeOf(name)}">${remove}</button>`
  const end =
    passkey.canDelete === false
      ? html`<span class="muted">${messages.account.lastWay}</span>`
      : postForm(props.action, html`${hiddenFor('passkey-delete', passkey, props)}${button}`)
  return html`<li class="row">
    <span class="what"><strong>${name}</strong> <small class="muted">${facts(passkey, messages)}</small></span>
    ${end} ${renameForm(passkey, index, props, messages)}
  </li>`
}

/** What the script of passkeys tells password managers: which passkeys there are, and so which are gone. */
const signalOf = ({ list, signal }: NonNullable<AccountProps['passkeys']>): Markup | undefined =>
  signal &&
  html`<span
    hidden
    data-passkey-signal
    data-rp-id="${signal.rpId}"
    data-user-id="${signal.userId}"
    data-credential-ids="${list.map(({ credentialId }) => credentialId).join(' ')}"
  ></span>`

/** The passkeys of this person, where a passkey provider is configured. */
export const passkeySection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { passkeys } = props
  if (passkeys === undefined) return undefined
  const rows = passkeys.list.map((passkey, i) => row(passkey, i, props, messages))
  const list =
    rows.length === 0
      ? html`<p class="muted">${messages.account.noPasskeys}</p>`
      : html`<ul class="rows" role="list">
          ${rows}
        </ul>`
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${messages.account.passkeys}</h2>
    ${list}
    <a class="button second" href="${pageUrl(passkeys.addUrl)}">${messages.account.addPasskey}</a>
    ${signalOf(passkeys)}
  </section>`
}
