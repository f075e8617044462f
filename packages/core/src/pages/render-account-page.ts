import type { Messages } from '../types/messages.ts'
import type { AccountProps } from '../types/page-props.ts'
import { linkableSection, linkedSection, shownIcons } from './account/accounts-section.ts'
import { passkeySection } from './account/passkey-section.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html, type Markup } from './markup/html.ts'
import { codeForm } from './components/code-form.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { commonFields, hiddenFields, postForm, secondaryButton } from './components/post-form.ts'
import { iconStyles } from './components/icon.ts'
import { emailAddress, homeLink } from './components/inline-elements.ts'

/** The name and the address of the user. The page does not load the user's picture, which is on another origin. */
const userSection = ({ user }: AccountProps, { account }: Messages): Markup => {
  const { name, email } = user
  const lines = [name && html`<strong>${name}</strong>`, email && emailAddress(email)].filter(
    (line) => typeof line === 'object',
  )
  const shown = lines.map((line) => html`<span>${line ?? undefined}</span>`)
  return html`<p class="muted">${account.signedInAs}</p>
    <p class="user">${shown}</p>`
}

const EMAIL_ID = 'new-email'

/** The form for a new e-mail address, and the form for its code after the e-mail was sent. */
const emailSection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { email, csrfToken } = props
  if (email === undefined) return undefined
  const { title, lead, label, submit } = messages.account.email
  const token = csrfToken === undefined ? {} : { csrfToken }
  const code = email.code && {
    ...email.code,
    ...token,
    action: props.action,
    fields: [['action', 'email-code']] as const,
    submit: messages.changeEmail.submit,
  }
  const field = html`<label for="${EMAIL_ID}">${label}</label>
    <input id="${EMAIL_ID}" name="email" type="email" required autocomplete="email" />`
  const hidden = html`${commonFields(token)}${hiddenFields([['action', 'email-change']])}`
  return html`<section aria-labelledby="email">
    <h2 id="email">${title}</h2>
    ${code && codeForm(code, messages)}
    <p class="muted">${lead}</p>
    ${postForm(props.action, html`${hidden}${field}${secondaryButton(submit)}`)}
  </section>`
}

/** The signed-in user, the e-mail address and the sign-in methods. */
export const renderAccountPage = (props: AccountProps, messages: Messages, scheme: Scheme): PageContent => {
  const { error, done, signoutUrl } = props
  const { title, signOut } = messages.account
  const icons = iconStyles(shownIcons(props))
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)} ${done && html`<p class="notice" role="status">${messages.account.done[done]}</p>`}
      ${userSection(props, messages)} ${emailSection(props, messages)} ${linkedSection(props, messages)}
      ${linkableSection(props, messages)} ${passkeySection(props, messages)}
      ${postForm(signoutUrl, html`${commonFields(token)}${secondaryButton(signOut)}`)} ${homeLink(props.home, messages)}`,
    rules: icons.rules[scheme](),
    features: props.passkeys?.signal === undefined ? ['form'] : ['passkey', 'form'],
    hasImages: icons.hasImages,
    isWide: true,
  }
}
