import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** Forms and their fields. */
export const fieldStyles: Markup = css`
  form {
    margin: 0;
  }
  label {
    display: block;
    margin: 0 0 0.375rem;
    font-size: 0.9375rem;
    font-weight: 550;
  }
  input {
    display: block;
    inline-size: 100%;
    min-block-size: 2.875rem;
    margin: 0 0 1rem;
    padding: 0.5rem 0.75rem;
    font: inherit;
    color: inherit;
    background: var(--card);
    border: 1px solid var(--control-border);
    border-radius: var(--radius);
  }
  input[type='checkbox'] {
    flex: none;
    inline-size: 1.25rem;
    min-block-size: 0;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--brand);
  }
  .checkbox {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    margin: 0 0 1rem;
  }
  .checkbox label {
    margin: 0;
  }
  .code {
    font:
      1.375rem ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    letter-spacing: 0.25em;
    text-align: center;
    text-transform: uppercase;
  }
  input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .field-error {
    margin: -0.5rem 0 1rem;
    color: var(--on-error);
    font-size: 0.9375rem;
  }
  .field-error strong {
    display: block;
    font-weight: 600;
  }
  input[aria-invalid] {
    border-color: var(--on-error);
    box-shadow: inset 0 0 0 1px var(--on-error);
  }
`
