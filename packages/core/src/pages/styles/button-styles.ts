import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/**
 * Buttons, and the icon of a provider in a button. The border counts as padding of `.method`, so that buttons with and
 * without an icon have the same height.
 */
export const buttonStyles: Markup = css`
  button,
  .button {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.75rem;
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
    border-radius: var(--radius);
  }
  button:hover,
  .button:hover {
    box-shadow: inset 0 0 0 2px var(--on-brand);
  }
  .method,
  .small,
  .secondary {
    color: var(--text);
    background: var(--card);
    border-color: var(--border);
    font-weight: 550;
  }
  .method:hover,
  .small:hover,
  .secondary:hover {
    background: var(--hover);
    border-color: var(--control-border);
    box-shadow: none;
  }
  .method {
    padding-block: calc(0.5rem - 1px);
    padding-inline: 0.5rem 0.75rem;
    text-align: start;
  }
  .method > span:not(.icon) {
    flex: 1;
    min-inline-size: 0;
  }
  .plain {
    min-block-size: 2rem;
    margin-block: 0.75rem -0.5rem;
    padding-block: 0.25rem;
    color: var(--link);
    font-size: 0.9375rem;
    background: none;
    border-color: transparent;
    font-weight: 550;
  }
  .plain:hover {
    background: var(--hover);
    box-shadow: none;
  }
  .choices {
    display: grid;
    gap: 0.75rem;
  }
  .choices button {
    padding-inline: 0.5rem;
  }
  .choices button + button {
    margin-block-start: 0;
  }
  .small {
    inline-size: auto;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.75rem;
    font-size: 0.875rem;
  }
  .icon {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 1.875rem;
    block-size: 1.875rem;
    border-radius: calc(var(--radius) / 1.5);
    background: var(--surface);
    color: var(--text);
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1;
    box-shadow: inset 0 0 0 1px #8883;
  }
  .icon[data-letter]::before {
    content: attr(data-letter);
  }
  .icon svg,
  .icon img {
    display: block;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    fill: currentColor;
    object-fit: contain;
  }
  .icon .light-only {
    display: var(--light-only);
  }
  .icon .dark-only {
    display: var(--dark-only);
  }
`
