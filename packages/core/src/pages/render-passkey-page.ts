import type { PageProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html, type Markup } from './markup/html.ts'
import { button } from './components/button.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { describeRequest, emailAddress } from './components/inline-elements.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { passkeyForm } from './components/passkey-form.ts'

/** A signed-in user adds a passkey to the account. */
export const renderPasskeyPage = (props: PageProps['passkey'], context: PageContext): PageContent => {
  const { messages } = context
  const { title, lead, add, skip } = messages.passkey
  const { action, optionsUrl, error, skipUrl } = props
  const form = html`${commonFields(props)}${button({ label: add, attributes: html` hidden` }, context)}`
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)}
      <p>${lead}</p>
      ${passkeyForm({ action, optionsUrl, purpose: 'register' }, form, messages.passkey)}
      <p class="footer-link"><a href="${pageUrl(skipUrl)}">${skip}</a></p>`,
    features: ['form', 'passkey'],
  }
}

/**
 * Asks whether to keep the passkey of a sign-up. The page names the passkey, its time and its browser, so that the user
 * notices a passkey of an attacker. The first button is the main one, which the Enter key presses too.
 */
export const renderKeepPasskeyPage = (props: PageProps['keep-passkey'], context: PageContext): PageContent => {
  const { messages, now } = context
  const { title, lead, created, warning } = messages.keepPasskey
  const { where, when = '' } = describeRequest(props, messages, now)
  const choice = (value: 'keep' | 'discard', isMain: boolean): Markup => {
    const attributes = html` name="choice" value="${value}"`
    return button({ label: messages.keepPasskey[value], style: isMain ? 'primary' : 'secondary', attributes }, context)
  }
  const choices = [choice('keep', props.keepsByDefault), choice('discard', !props.keepsByDefault)]
  const ordered = props.keepsByDefault ? choices : choices.toReversed()
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}${ordered}`
  return {
    title: titleWithError(messages, title, props.error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)}
      <p>${lead(props.host)}</p>
      <p class="user">
        <bdi>${props.name ?? messages.account.unnamedPasskey}</bdi><span>${emailAddress(props.email)}</span>
      </p>
      <p>${created(where === undefined ? { when } : { where, when })}</p>
      <p class="muted">${warning}</p>
      ${postForm(props.action, form)}`,
    features: ['form'],
  }
}
