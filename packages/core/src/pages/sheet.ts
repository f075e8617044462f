import { inTheDark } from './css.ts'
import type { Scheme } from './css.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'
import { dark, light } from './sheet-colours.ts'
import { controls } from './sheet-controls.ts'
import { layout } from './sheet-layout.ts'

const sheetFor = (scheme: Scheme): Markup =>
  html`${scheme === 'dark' ? undefined : light}${inTheDark(scheme, dark)}${layout}${controls}`

/** The style sheet in each scheme, made once. */
export const sheets: Readonly<Record<Scheme, Markup>> = {
  auto: sheetFor('auto'),
  dark: sheetFor('dark'),
  light: sheetFor('light'),
}
