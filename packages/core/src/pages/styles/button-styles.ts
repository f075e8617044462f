import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** What can be pressed, and the mark of a provider in it. */
export const buttons: Markup = css`
  button,
  .button {
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
    border-radius: 0.75rem;
  }
  button:hover,
  .button:hover {
    box-shadow: inset 0 0 0 2px var(--on-brand);
  }
  .go,
  .quiet,
  .second {
    color: var(--text);
    background: var(--card);
    border-color: var(--line);
    font-weight: 550;
  }
  .go:hover,
  .quiet:hover,
  .second:hover {
    background: var(--hover);
    border-color: var(--edge);
    box-shadow: none;
  }
  .go {
    flex-wrap: wrap;
    justify-content: end;
    padding-inline: 0.5rem 0.75rem;
    text-align: start;
  }
  .go > span:not(.mark) {
    flex: 1 1 8rem;
  }
  .quiet {
    inline-size: auto;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.75rem;
    font-size: 0.875rem;
  }
  .mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 1.875rem;
    block-size: 1.875rem;
    border-radius: 0.5rem;
    background: var(--soft);
    color: var(--text);
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1;
    box-shadow: inset 0 0 0 1px #8883;
  }
  .mark[data-letter]::before {
    content: attr(data-letter);
  }
  .mark svg,
  .mark img,
  .glyph {
    display: block;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    fill: currentColor;
    object-fit: contain;
  }
  .mark .lit {
    display: var(--lit);
  }
  .mark .unlit {
    display: var(--unlit);
  }
  .glyph {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin-inline: 0.3125rem;
  }
`
