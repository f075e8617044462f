import type { AccountProps } from '../../types/page-props.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { breakable } from '../components/breakable.ts'

/** Who is signed in. A picture is not shown: it would be fetched from elsewhere. */
export const userSection = ({ user }: AccountProps, { account }: Messages): Markup => {
  const { name, email } = user
  const lines = [name && html`<strong>${name}</strong>`, email && breakable(email)].filter(
    (line) => typeof line === 'object',
  )
  const shown = lines.map((line) => html`<span>${line ?? undefined}</span>`)
  return html`<p class="muted">${account.signedInAs}</p>
    <p class="who">${shown}</p>`
}
