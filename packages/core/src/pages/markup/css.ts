import type { Color } from '../../web/color.ts'
import { collapseIndentation, Markup } from './html.ts'

/** The color scheme of a page. `auto` follows the device. */
export type Scheme = 'auto' | 'dark' | 'light'

/** A part of the style sheet. Placeholders take only validated colors and other parts. */
export const css = (strings: TemplateStringsArray, ...substitutions: readonly (Color | Markup)[]): Markup =>
  new Markup(collapseIndentation(strings), substitutions)

/** Rules for the dark scheme only. */
export const darkRules = (scheme: Scheme, rules: Markup): Markup | undefined => {
  if (scheme === 'light') return undefined
  return scheme === 'dark'
    ? rules
    : css`
        @media (prefers-color-scheme: dark) {
          ${rules}
        }
      `
}
