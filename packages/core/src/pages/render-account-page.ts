import type { Messages } from '../types/messages.ts'
import type { AccountProps } from '../types/page-props.ts'
import { accountsSection, shownIcons } from './account/accounts-section.ts'
import { passkeySection } from './account/passkey-section.ts'
import { findPicture, profileSection } from './account/profile-section.ts'
import { linkToChange, rowSection } from './account/row.ts'
import { sessionsSection } from './account/sessions-section.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html, type Markup } from './markup/html.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { commonFields, postForm, secondaryButton } from './components/post-form.ts'
import { iconStyles } from './components/icon.ts'
import { homeLink } from './components/inline-elements.ts'
import { accountStyles } from './styles/account-styles.ts'

const deletionSection = ({ canDelete, action }: AccountProps, { account }: Messages): Markup | undefined => {
  if (canDelete !== true) return undefined
  const { title, lead, submit } = account.deletion
  const link = { change: 'delete-account', label: submit, fullLabel: submit, isDanger: true } as const
  const row = html`<li class="row">
    <span class="row-name muted">${lead}</span><span class="row-end">${linkToChange(action, link)}</span>
  </li>`
  return rowSection('deletion', title, [row])
}

/** The account of the signed-in user: a section for each thing that the user can see and change. */
export const renderAccountPage = (
  props: AccountProps,
  messages: Messages,
  scheme: Scheme,
  now: number,
): PageContent => {
  const { error, done, signoutUrl } = props
  const { title, signOut } = messages.account
  const icons = iconStyles(shownIcons(props))
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)} ${done && html`<p class="notice" role="status">${messages.account.done[done]}</p>`}
      ${profileSection(props, messages)} ${accountsSection(props, messages)} ${passkeySection(props, messages)}
      ${sessionsSection(props, messages, now)} ${deletionSection(props, messages)}
      ${postForm(signoutUrl, html`${commonFields(token)}${secondaryButton(signOut)}`)} ${homeLink(props.home, messages)}`,
    rules: html`${accountStyles}${icons.rules[scheme]()}`,
    features: props.passkeys?.signal === undefined ? ['form'] : ['passkey', 'form'],
    hasImages: icons.hasImages || findPicture(props) !== undefined,
    isWide: true,
  }
}
