import { css, darkRules, type Scheme } from '../markup/css.ts'
import { html, type Markup } from '../markup/html.ts'
import { buttonStyles } from './button-styles.ts'
import { fieldStyles } from './field-styles.ts'
import { layoutStyles } from './layout-styles.ts'
import { listStyles } from './list-styles.ts'
import { stateStyles } from './state-styles.ts'
import { textStyles } from './text-styles.ts'

// In both schemes text has a contrast of at least 4.5:1, and borders of fields have at least 3:1 (WCAG 2.2, 1.4.3 and
// 1.4.11).
const lightColors: Markup = css`
  :root {
    color-scheme: light;
    --page: #f2f3f6;
    --card: #fff;
    --text: #15181e;
    --muted: #565d6b;
    --border: #dcdfe7;
    --control-border: #7f8796;
    --hover: #f4f5f8;
    --surface: #f5f6f9;
    --link: #2450b8;
    --brand: #2f5bd0;
    --on-brand: #fff;
    --notice: #eef2fc;
    --notice-border: #c3d0f0;
    --error: #fdf1f0;
    --error-border: #e5b0ab;
    --on-error: #8a1c14;
    --shadow: 0 1px 2px #15181e0d, 0 16px 40px -16px #15181e24;
    --light-only: block;
    --dark-only: none;
  }
`

const darkColors: Markup = css`
  :root {
    color-scheme: dark;
    --page: #0d0f13;
    --card: #16191f;
    --text: #eceef2;
    --muted: #a6adba;
    --border: #323844;
    --control-border: #747d8e;
    --hover: #1f232b;
    --surface: #1b1f26;
    --link: #9db8ff;
    --brand: #3b66dc;
    --on-brand: #fff;
    --notice: #182035;
    --notice-border: #35456e;
    --error: #2b1717;
    --error-border: #7d3732;
    --on-error: #ffb8b0;
    --shadow: 0 0 0 1px #0003;
    --light-only: none;
    --dark-only: block;
  }
`

const commonVariables: Markup = css`
  :root {
    --on-page: var(--muted);
    --radius: 0.75rem;
    --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  }
`

const commonStyles = html`${commonVariables}${layoutStyles}${textStyles}${fieldStyles}${buttonStyles}${listStyles}${stateStyles}`

const styleSheet = (scheme: Scheme): Markup =>
  html`${scheme === 'dark' ? undefined : lightColors}${darkRules(scheme, darkColors)}${commonStyles}`

/** The style sheet for each scheme. */
export const styleSheets: Readonly<Record<Scheme, Markup>> = {
  auto: styleSheet('auto'),
  dark: styleSheet('dark'),
  light: styleSheet('light'),
}
