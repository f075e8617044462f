import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

// Text reaches 4.5:1 and the edges of fields 3:1 on their grounds in both schemes (WCAG 2.2, 1.4.3 and 1.4.11).
export const light: Markup = css`
  :root {
    color-scheme: light;
    --page: #f2f3f6;
    --card: #fff;
    --text: #15181e;
    --muted: #565d6b;
    --line: #dcdfe7;
    --edge: #7f8796;
    --hover: #f4f5f8;
    --soft: #f5f6f9;
    --link: #2450b8;
    --ring: #2450b8;
    --brand: #2f5bd0;
    --on-brand: #fff;
    --note: #eef2fc;
    --note-line: #c3d0f0;
    --bad: #fdf1f0;
    --bad-line: #e5b0ab;
    --on-bad: #8a1c14;
    --shadow: 0 1px 2px #15181e0d, 0 16px 40px -16px #15181e24;
    --lit: block;
    --unlit: none;
  }
`

/** The colours in the dark. */
export const dark: Markup = css`
  :root {
    color-scheme: dark;
    --page: #0d0f13;
    --card: #16191f;
    --text: #eceef2;
    --muted: #a6adba;
    --line: #323844;
    --edge: #747d8e;
    --hover: #1f232b;
    --soft: #1b1f26;
    --link: #9db8ff;
    --ring: #9db8ff;
    --brand: #3b66dc;
    --on-brand: #fff;
    --note: #182035;
    --note-line: #35456e;
    --bad: #2b1717;
    --bad-line: #7d3732;
    --on-bad: #ffb8b0;
    --shadow: 0 0 0 1px #0003;
    --lit: none;
    --unlit: block;
  }
`
