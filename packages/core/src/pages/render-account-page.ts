import { defined } from '../base/json.ts'
import { describeMoment, describeSpan } from '../i18n/time-spans.ts'
import type { AccountProps } from '../types/page-props.ts'
import { accountIcons, accountsSection } from './account/accounts-section.ts'
import { findAuthenticatorIcon, passkeyIcons, passkeySection } from './account/passkey-section.ts'
import { findPicture, profileSection } from './account/profile-section.ts'
import { linkToChange, rowSection } from './account/row.ts'
import { sessionsSection } from './account/sessions-section.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html, type Markup } from './markup/html.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { button } from './components/button.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { iconOf, stylesOf } from './components/icon.ts'
import { homeLink } from './components/inline-elements.ts'
import { accountStyles } from './styles/account-styles.ts'

/** The section of a user who requested the deletion in another browser. */
const scheduledSection = (deleteAt: number, { action, csrfToken }: AccountProps, context: PageContext): Markup => {
  const { lang, account, scheduledDeletion } = context.messages
  const keep = button({ label: scheduledDeletion.keep, style: 'small' }, context)
  const hidden = html`${commonFields(defined({ csrfToken }))}${hiddenFields([['action', 'keep-account']])}`
  const row = html`<li class="row">
    <span class="row-name">${scheduledDeletion.date(describeMoment(lang, deleteAt))}</span
    ><span class="row-end">${postForm(action, html`${hidden}${keep}`)}</span>
  </li>`
  return rowSection('deletion', account.deletion.title, [row])
}

const deletionSection = (props: AccountProps, context: PageContext): Markup | undefined => {
  const { canDelete, action, deletionDelay, deleteAt } = props
  if (deleteAt !== undefined) return scheduledSection(deleteAt, props, context)
  if (canDelete !== true) return undefined
  const { account, scheduledDeletion, lang } = context.messages
  const { title, submit } = account.deletion
  const lead =
    deletionDelay === undefined ? account.deletion.lead : scheduledDeletion.lead(describeSpan(lang, deletionDelay))
  const link = { change: 'delete-account', label: submit, fullLabel: submit, isDanger: true } as const
  const row = html`<li class="row">
    <span class="row-name muted">${lead}</span><span class="row-end">${linkToChange(action, link, context)}</span>
  </li>`
  return rowSection('deletion', title, [row])
}

/** The account of the signed-in user: a section for each thing that the user can see and change. */
export const renderAccountPage = (props: AccountProps, context: PageContext): PageContent => {
  const { messages, scheme } = context
  const { error, done, signoutUrl } = props
  const { title, signOut } = messages.account
  const isCodeWrong = props.email?.code?.isWrong === true
  const icons = stylesOf([
    ...accountIcons(props).map((source) => iconOf(source, context.findIcon)),
    ...passkeyIcons(props).map((source) => iconOf(source, findAuthenticatorIcon)),
  ])
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${isCodeWrong ? undefined : errorBox(messages, props)}
      ${done && html`<p class="notice" role="status">${messages.account.done[done]}</p>`}
      ${profileSection(props, context)} ${accountsSection(props, context)} ${passkeySection(props, context)}
      ${sessionsSection(props, context)} ${deletionSection(props, context)}
      ${postForm(signoutUrl, html`${commonFields(token)}${button({ label: signOut, style: 'secondary' }, context)}`)}
      ${homeLink(props.home, messages)}`,
    rules: html`${accountStyles}${icons.rules[scheme]()}`,
    features: props.passkeys?.signal === undefined ? ['form'] : ['passkey', 'form'],
    hasImages: icons.hasImages || findPicture(props) !== undefined,
    isWide: true,
  }
}
