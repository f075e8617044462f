import type { Messages } from '../../types/messages.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { html, type Markup } from '../markup/html.ts'

/** The attributes of a form for a passkey ceremony. The comment of `passkeyScript` explains them. */
interface PasskeyFormProps {
  readonly action: string
  readonly optionsUrl: string
  /** Left out if the server decides. */
  readonly purpose?: 'register'
  /** Whether the form also works without passkeys. Then it does not say that the browser has none. */
  readonly isOptional?: boolean
}

/**
 * A form that a script submits, with an element for its messages. Without scripts, the form says that passkeys need
 * one. The script shows the buttons that are hidden.
 */
export const passkeyForm = (props: PasskeyFormProps, content: Markup, messages: Messages['passkey']): Markup => {
  const { cancelled, failed, alreadyRegistered, unsupported, needsScript } = messages
  const { isOptional = false } = props
  const purpose = props.purpose && html` data-action="${props.purpose}"`
  const failures = html` data-cancelled="${cancelled}" data-failed="${failed}"`
  const attributes = html`${failures} data-known="${alreadyRegistered}"
  data-unsupported="${isOptional ? '' : unsupported}"`
  return html`<form
    action="${pageUrl(props.action)}"
    method="post"
    data-passkey
    data-options-url="${pageUrl(props.optionsUrl)}"
    ${purpose}
  >
    ${content}
    <p class="note" role="alert" data-passkey-message ${attributes} hidden></p>
    <p class="note" data-passkey-noscript>${needsScript}</p>
  </form>`
}
