import type { AccountProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import { linkableSection, linkedSection, markedOn } from './account/accounts.ts'
import { emailSection } from './account/email.ts'
import { passkeySection } from './account/passkeys.ts'
import { whoSection } from './account/who.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import { errorBox, titleWith } from './parts/error-box.ts'
import { commonFields, postForm, secondButton } from './parts/form.ts'
import { homeLink } from './parts/home-link.ts'
import { marksOf } from './parts/marks.ts'

/** Who one is here, and by what one can come in. */
export const accountPage = (props: AccountProps, words: Words, scheme: Scheme): PageContent => {
  const { error, done, signoutUrl } = props
  const { title, signOut } = words.account
  const marks = marksOf(markedOn(props))
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  return {
    title: titleWith(words, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(words, props)} ${done && html`<p class="notice" role="status">${words.account.done[done]}</p>`}
      ${whoSection(props, words)} ${emailSection(props, words)} ${linkedSection(props, words)}
      ${linkableSection(props, words)} ${passkeySection(props, words)}
      ${postForm(signoutUrl, html`${commonFields(token)}${secondButton(signOut)}`)} ${homeLink(props.home, words)}`,
    rules: marks.rules[scheme](),
    needs: props.passkeys?.signal === undefined ? ['form'] : ['passkey', 'form'],
    hasPictures: marks.havePictures,
    isWide: true,
  }
}
