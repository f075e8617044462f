import type { PasskeyMessages } from '../../types/messages.ts'
import { pageUrl } from '../../web/page-url.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** The attributes of a form for a passkey ceremony. The comment of `passkeyScript` explains them. */
export interface Ceremony {
  readonly action: string
  readonly optionsUrl: string
  /** Left out if the server decides. */
  readonly purpose?: 'register'
}

/** A form that a script submits, with an element for its messages. Without scripts, the form shows a message about that. */
export const passkeyForm = (ceremony: Ceremony, content: Markup, messages: PasskeyMessages): Markup => {
  const { cancelled, failed, alreadyRegistered, unsupported, needsScript } = messages
  const purpose = ceremony.purpose && html` data-action="${ceremony.purpose}"`
  const failures = html` data-cancelled="${cancelled}" data-failed="${failed}"`
  const attributes = html`${failures} data-known="${alreadyRegistered}" data-unsupported="${unsupported}"`
  return html`<form
    action="${pageUrl(ceremony.action)}"
    method="post"
    data-passkey
    data-options-url="${pageUrl(ceremony.optionsUrl)}"
    ${purpose}
  >
    ${content}
    <p class="note" role="alert" data-passkey-message ${attributes} hidden></p>
    <p class="note" data-passkey-noscript>${needsScript}</p>
  </form>`
}
