import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** An address that, where it has to break, breaks before its host, and whose letters keep their order in any language. */
export const breakable = (email: string): Markup => {
  const at = Math.max(0, email.lastIndexOf('@'))
  return html`<bdi>${email.slice(0, at)}<wbr />${email.slice(at)}</bdi>`
}
