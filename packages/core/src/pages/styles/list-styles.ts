import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** Lists of sign-in methods, accounts and passkeys. */
export const listStyles: Markup = css`
  .list,
  .rows {
    display: grid;
    gap: 0.625rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .separator {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin: 1.25rem 0;
    color: var(--muted);
    font-size: 0.875rem;
    text-align: center;
  }
  .separator::before,
  .separator::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--border);
  }
  hr {
    margin: 1.25rem 0;
    border: 0;
    border-block-start: 1px solid var(--border);
  }
  .columns {
    columns: 13rem 2;
    column-gap: 0.75rem;
  }
  .columns > *,
  .columns li {
    break-inside: avoid;
  }
  .columns > .list {
    display: block;
    break-inside: auto;
  }
  .columns > .list li {
    padding-block-end: 0.625rem;
  }
  .initial {
    margin: 0 0 0.5rem;
    padding-block-start: 0.5rem;
    color: var(--muted);
    font-size: 0.875rem;
  }
  section {
    margin: 0 0 1.75rem;
  }
  .rows {
    gap: 0;
    border: 1px solid var(--border);
    border-radius: var(--radius);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
    padding: 0.75rem;
  }
  .row + .row {
    border-block-start: 1px solid var(--border);
  }
  .row-name {
    flex: 1 1 7rem;
    font-weight: 550;
  }
  .row-name small {
    display: block;
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .row .muted {
    font-size: 0.8125rem;
  }
  .rows + .secondary,
  form + .secondary,
  button + .secondary,
  button + .method {
    margin-block-start: 0.75rem;
  }
`
