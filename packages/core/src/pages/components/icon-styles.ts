import { once, oncePer } from '../../base/once.ts'
import { darkRules } from '../markup/css.ts'
import type { Scheme } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { iconOf } from './icon.ts'
import type { IconSource } from './icon.ts'

/** The class of the nth mark on a page. */
export const iconClass = (index: number): string => `m${index}`

const makeRules = (shown: readonly IconSource[], scheme: Scheme): Markup => {
  const lit: Markup[] = []
  const unlit: Markup[] = []
  for (const [i, marked] of shown.entries()) {
    const mark = iconOf(marked)
    if (mark.light) lit.push(html`.${iconClass(i)}${mark.light}`)
    if (mark.dark) unlit.push(html`.${iconClass(i)}${mark.dark}`)
  }
  return html`${lit}${unlit.length === 0 ? undefined : darkRules(scheme, html`${unlit}`)}`
}

/** What the marks of a list of providers bring to a page. */
export interface IconStyles {
  /** Their colours; only a scheme that follows the device needs both kinds. */
  readonly rules: Readonly<Record<Scheme, () => Markup>>
  readonly havePictures: boolean
}

/** Worked out once for a list. */
export const iconStyles = oncePer((shown: readonly IconSource[]): IconStyles => ({
  rules: {
    auto: once(() => makeRules(shown, 'auto')),
    dark: once(() => makeRules(shown, 'dark')),
    light: once(() => makeRules(shown, 'light')),
  },
  havePictures: shown.some((marked) => iconOf(marked).hasPicture),
}))
