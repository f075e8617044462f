import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** What can be filled in or pressed. */
export const controls: Markup = css`
  form {
    margin: 0;
  }
  .list {
    display: grid;
    gap: 0.625rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .or {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin: 1.25rem 0;
    color: var(--muted);
    font-size: 0.875rem;
  }
  .or::before,
  .or::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--line);
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
    border: 1px solid var(--edge);
    border-radius: 0.625rem;
  }
  input[type='checkbox'] {
    flex: none;
    inline-size: 1.25rem;
    min-block-size: 0;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--brand);
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    margin: 0 0 1rem;
  }
  .check label {
    margin: 0;
  }
  input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  input[aria-invalid] {
    border-color: var(--on-bad);
  }
  button,
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    inline-size: 100%;
    min-block-size: 2.875rem;
    padding: 0.5rem 1rem;
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    color: var(--on-brand);
    background: var(--brand);
    border: 1px solid transparent;
    border-radius: 0.625rem;
  }
  button:hover,
  .button:hover {
    filter: brightness(0.94);
  }
  .go {
    justify-content: start;
    gap: 0.75rem;
    padding-inline: 0.5rem 1rem;
    color: var(--text);
    background: var(--card);
    border-color: var(--line);
    font-weight: 550;
    text-align: start;
  }
  .go:hover {
    background: var(--hover);
    filter: none;
  }
  .mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 1.875rem;
    block-size: 1.875rem;
    border: 1px solid var(--line);
    border-radius: 0.4375rem;
    background: var(--page);
    color: var(--text);
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1;
  }
  .button + p {
    margin-block-start: 1.25rem;
  }
  :focus-visible {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    main,
    .mark,
    .who,
    .bad {
      border-color: CanvasText;
    }
    button,
    .button {
      border-color: ButtonText;
    }
  }
`
