import { inTheDark } from '../markup/css.ts'
import type { Scheme } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { dark, light } from './colours.ts'
import { buttons } from './buttons.ts'
import { fields } from './fields.ts'
import { layout } from './layout.ts'
import { lists } from './lists.ts'
import { states } from './states.ts'
import { text } from './text.ts'

const always = html`${layout}${text}${fields}${buttons}${lists}${states}`

const sheetFor = (scheme: Scheme): Markup =>
  html`${scheme === 'dark' ? undefined : light}${inTheDark(scheme, dark)}${always}`

/** The style sheet in each scheme, made once. */
export const sheets: Readonly<Record<Scheme, Markup>> = {
  auto: sheetFor('auto'),
  dark: sheetFor('dark'),
  light: sheetFor('light'),
}
