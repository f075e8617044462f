import type { Color } from '../../web/color.ts'
import { Markup, narrow } from './html.ts'

/** How a page is coloured: as the device says, or always one way. */
export type Scheme = 'auto' | 'dark' | 'light'

/** A piece of the style sheet. Only judged colours and other pieces can be put in. */
export const css = (strings: TemplateStringsArray, ...slots: readonly (Color | Markup)[]): Markup =>
  new Markup(narrow(strings), slots)

/** Rules that count in the dark only. */
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
