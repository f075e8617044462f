import { once, oncePer } from '../../base/once.ts'
import { inTheDark } from '../markup/css.ts'
import type { Scheme } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { markOf } from './mark.ts'
import type { Marked } from './mark.ts'

/** The class of the nth mark on a page. */
export const markName = (index: number): string => `m${index}`

const makeRules = (shown: readonly Marked[], scheme: Scheme): Markup => {
  const lit: Markup[] = []
  const unlit: Markup[] = []
  for (const [i, marked] of shown.entries()) {
    const mark = markOf(marked)
    if (mark.lit) lit.push(html`.${markName(i)}${mark.lit}`)
    if (mark.unlit) unlit.push(html`.${markName(i)}${mark.unlit}`)
  }
  return html`${lit}${unlit.length === 0 ? undefined : inTheDark(scheme, html`${unlit}`)}`
}

/** What the marks of a list of providers bring to a page. */
export interface Marks {
  /** Their colours; only a scheme that follows the device needs both kinds. */
  readonly rules: Readonly<Record<Scheme, () => Markup>>
  readonly havePictures: boolean
}

/** Worked out once for a list. */
export const marksOf = oncePer((shown: readonly Marked[]): Marks => ({
  rules: {
    auto: once(() => makeRules(shown, 'auto')),
    dark: once(() => makeRules(shown, 'dark')),
    light: once(() => makeRules(shown, 'light')),
  },
  havePictures: shown.some((marked) => markOf(marked).hasPicture),
}))
