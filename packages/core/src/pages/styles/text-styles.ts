import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** Text and boxes in the card. */
export const textStyles: Markup = css`
  h1 {
    margin: 0 0 1.25rem;
    font-size: 1.5rem;
    line-height: 1.25;
    font-weight: 650;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h2 {
    margin: 0 0 0.75rem;
    font-size: 1rem;
    font-weight: 650;
  }
  p {
    margin: 0 0 1rem;
  }
  main > :last-child {
    margin-block-end: 0;
  }
  .logo {
    display: block;
    max-inline-size: 10rem;
    max-block-size: 3.5rem;
    margin: 0 0 1.5rem;
  }
  .muted,
  .hint {
    color: var(--muted);
    font-size: 0.9375rem;
  }
  .hint {
    margin: -0.625rem 0 1rem;
    font-size: 0.875rem;
  }
  .user,
  .notice,
  .note,
  .error {
    margin: 0 0 1.25rem;
    padding: 0.75rem 1rem;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .user {
    font-weight: 600;
  }
  .user span {
    display: block;
    font-weight: 400;
  }
  .note {
    margin: 0.75rem 0 0;
    font-size: 0.9375rem;
  }
  .notice {
    background: var(--notice);
    border-color: var(--notice-border);
  }
  .error {
    background: var(--error);
    border-color: var(--error-border);
    color: var(--on-error);
  }
  .error p,
  .notice p {
    margin: 0.25rem 0 0;
  }
  .error h2,
  .notice h2 {
    margin: 0;
  }
  a {
    color: var(--link);
    text-underline-offset: 0.2em;
  }
  .error a {
    color: inherit;
  }
  form + .muted {
    margin-block-start: 1.25rem;
  }
  .footer-link {
    margin-block-start: 1.25rem;
    text-align: center;
    font-size: 0.9375rem;
  }
  code {
    font:
      0.9375em ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    user-select: all;
  }
  .identifier {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 0.75rem;
    padding: 0.625rem 0.75rem;
    font-weight: 400;
  }
  .identifier span {
    flex: 1 1 8rem;
    min-inline-size: 0;
  }
  .badge {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0.75rem;
    max-inline-size: calc(100% - 1.5rem);
    padding: 0 0.5rem;
    overflow: hidden;
    border: 1px solid var(--notice-border);
    border-radius: 1rem;
    background: var(--notice);
    color: var(--text);
    font-size: 0.6875rem;
    font-weight: 600;
    line-height: 1.5;
    text-overflow: ellipsis;
    white-space: nowrap;
    translate: 0 -55%;
  }
`
