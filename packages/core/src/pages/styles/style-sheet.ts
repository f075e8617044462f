import { darkRules } from '../markup/css.ts'
import type { Scheme } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { dark, light } from './colors.ts'
import { buttons } from './button-styles.ts'
import { fields } from './field-styles.ts'
import { layout } from './layout.ts'
import { lists } from './list-styles.ts'
import { states } from './state-styles.ts'
import { text } from './text-styles.ts'

const always = html`${layout}${text}${fields}${buttons}${lists}${states}`

const sheetFor = (scheme: Scheme): Markup =>
  html`${scheme === 'dark' ? undefined : light}${darkRules(scheme, dark)}${always}`

/** The style sheet in each scheme, made once. */
export const styleSheets: Readonly<Record<Scheme, Markup>> = {
  auto: sheetFor('auto'),
  dark: sheetFor('dark'),
  light: sheetFor('light'),
}
