import type { AccountProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import { linkableSection, linkedSection, markedOn } from './account/accounts-section.ts'
import { emailSection } from './account/email-section.ts'
import { passkeySection } from './account/passkey-section.ts'
import { userSection } from './account/user-section.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import { errorBox, titleWith } from './components/error-box.ts'
import { commonFields, postForm, secondButton } from './components/form.ts'
import { homeLink } from './components/home-link.ts'
import { iconStyles } from './components/icon-styles.ts'

/** Who one is here, and by what one can come in. */
export const accountView = (props: AccountProps, messages: Messages, scheme: Scheme): PageContent => {
  const { error, done, signoutUrl } = props
  const { title, signOut } = messages.account
  const marks = iconStyles(markedOn(props))
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  return {
    title: titleWith(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)} ${done && html`<p class="notice" role="status">${messages.account.done[done]}</p>`}
      ${userSection(props, messages)} ${emailSection(props, messages)} ${linkedSection(props, messages)}
      ${linkableSection(props, messages)} ${passkeySection(props, messages)}
      ${postForm(signoutUrl, html`${commonFields(token)}${secondButton(signOut)}`)} ${homeLink(props.home, messages)}`,
    rules: marks.rules[scheme](),
    needs: props.passkeys?.signal === undefined ? ['form'] : ['passkey', 'form'],
    hasPictures: marks.havePictures,
    isWide: true,
  }
}
