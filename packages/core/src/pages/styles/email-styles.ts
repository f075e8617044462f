import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** Only for the page after an e-mail was sent. */
export const emailStyles: Markup = css`
  .code {
    font-size: 1.5rem;
    letter-spacing: 0.2em;
    min-block-size: 3.25rem;
  }
  .sent-to {
    margin-block-end: 1.25rem;
  }
  .more {
    margin-block-start: 1.75rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--border);
  }
  .more .muted {
    margin-block-end: 0.75rem;
  }
  .more .secondary {
    font-variant-numeric: tabular-nums;
  }
  .secondary:disabled {
    color: var(--muted);
    background: var(--surface);
    border-color: var(--border);
    cursor: default;
  }
`
