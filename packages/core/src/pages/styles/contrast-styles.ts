import type { Color } from '../../web/color.ts'
import { css, darkRules, type Scheme } from '../markup/css.ts'
import { html, type Markup } from '../markup/html.ts'

// With `prefers-contrast: more`, text has a contrast of at least 7:1 (WCAG 2.2, 1.4.6) and borders have 4.5:1.
const light: Markup = css`
  :root {
    --page: #fff;
    --on-page: #000;
    --text: #000;
    --muted: #3a404b;
    --border: #5c6370;
    --control-border: #000;
    --hover: #e9ebf0;
    --surface: #fff;
    --link: #1b3c91;
    --brand: #1b3c91;
    --on-brand: #fff;
    --notice: #fff;
    --notice-border: #1b3c91;
    --error: #fff;
    --error-border: #8a1c14;
    --on-error: #8a1c14;
  }
`

const dark: Markup = css`
  :root {
    --page: #000;
    --on-page: #fff;
    --card: #000;
    --text: #fff;
    --muted: #cdd3dd;
    --border: #a3abb9;
    --control-border: #fff;
    --hover: #23272f;
    --surface: #000;
    --link: #bccfff;
    --brand: #bccfff;
    --on-brand: #000;
    --notice: #000;
    --notice-border: #bccfff;
    --error: #000;
    --error-border: #ffc9c3;
    --on-error: #ffc9c3;
  }
`

/** The lightness of a brand color that gives it a contrast of at least 7:1 to the card and to the text on buttons. */
const LIGHTNESS = { light: html`min(l, 30)`, dark: html`max(l, 80)` }

/** The brand color, darker or lighter where it has to be. Old browsers show the colors of the text. */
const brandRules = (brand: Color, scheme: 'light' | 'dark'): Markup => css`
  :root {
    --brand: var(--text);
    --link: var(--text);
  }
  @supports (color: lch(from red l c h)) {
    :root {
      --brand: lch(from ${brand} ${LIGHTNESS[scheme]} c h);
      --link: var(--brand);
    }
  }
`

/** The rules for users who ask for more contrast. They replace the background of the theme and darken its brand color. */
export const contrastRules = (
  scheme: Scheme,
  brands: { readonly light: Color | undefined; readonly dark: Color | undefined },
): Markup => {
  const lightRules = html`${light}${brands.light && brandRules(brands.light, 'light')}`
  const inDark = html`${dark}${brands.dark && brandRules(brands.dark, 'dark')}`
  return css`
    @media (prefers-contrast: more) {
      ${scheme === 'dark' ? html`` : lightRules}
      ${darkRules(scheme, inDark) ?? html``}
    }
  `
}
