import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

// Text reaches 4.5:1 and the edges of fields 3:1 on their grounds in both schemes (WCAG 2.2, 1.4.3 and 1.4.11).
export const light: Markup = css`
  :root {
    color-scheme: light;
    --page: #f3f4f7;
    --card: #fff;
    --text: #171a21;
    --muted: #565d6b;
    --line: #d5d9e2;
    --edge: #7f8796;
    --hover: #f3f4f7;
    --link: #2450b8;
    --ring: #2450b8;
    --brand: #2f5bd0;
    --on-brand: #fff;
    --bad: #fdf1f0;
    --bad-line: #e0a09a;
    --on-bad: #8a1c14;
    --shadow: 0 1px 2px #171a210f, 0 12px 32px -12px #171a2126;
  }
`

/** The colours in the dark. */
export const dark: Markup = css`
  :root {
    color-scheme: dark;
    --page: #0e1014;
    --card: #171a20;
    --text: #eceef2;
    --muted: #a6adba;
    --line: #39404d;
    --edge: #747d8e;
    --hover: #20242d;
    --link: #9db8ff;
    --ring: #9db8ff;
    --brand: #3b66dc;
    --on-brand: #fff;
    --bad: #2b1717;
    --bad-line: #7d3732;
    --on-bad: #ffb8b0;
    --shadow: none;
  }
`
