import { inTheDark } from '../markup/css.ts'
import type { Scheme } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { markOf } from './mark.ts'
import type { Marked } from './mark.ts'

/** The class of the nth mark on a page. */
export const markName = (index: number): string => `m${index}`

/** The colours of the marks on a page. Only a scheme that follows the device needs both kinds. */
export const markRules = (shown: readonly Marked[], scheme: Scheme): Markup => {
  const lit: Markup[] = []
  const unlit: Markup[] = []
  for (const [i, marked] of shown.entries()) {
    const mark = markOf(marked)
    if (mark.lit) lit.push(html`.${markName(i)}${mark.lit}`)
    if (mark.unlit) unlit.push(html`.${markName(i)}${mark.unlit}`)
  }
  return html`${lit}${unlit.length === 0 ? undefined : inTheDark(scheme, html`${unlit}`)}`
}
