import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** The page, the card and the list of languages. */
export const layoutStyles: Markup = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  body {
    margin: 0;
    min-height: 100vh;
    min-height: 100dvh;
    display: grid;
    grid-template-rows: 1fr auto 1fr;
    justify-items: center;
    row-gap: 1rem;
    padding: 1.5rem 1rem;
    background: var(--page);
    color: var(--text);
    font: 1rem/1.5 var(--font);
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  main {
    grid-row: 2;
    inline-size: 100%;
    max-inline-size: 26rem;
    padding: 2.25rem 2rem;
    background: var(--card);
    border: 1px solid var(--border);
    border-radius: calc(var(--radius) * 1.5);
    box-shadow: var(--shadow);
    overflow-wrap: anywhere;
  }
  .wide {
    max-inline-size: 34rem;
  }
  footer {
    grid-row: 3;
    max-inline-size: 26rem;
    inline-size: 100%;
    color: var(--on-page);
    font-size: 0.875rem;
  }
  footer :focus-visible {
    outline-color: currentColor;
  }
  footer summary {
    display: flex;
    inline-size: fit-content;
    align-items: center;
    gap: 0.5rem;
    margin-inline: auto;
    padding: 0.375rem 0.75rem;
    border-radius: 0.5rem;
  }
  footer summary::-webkit-details-marker {
    display: none;
  }
  footer svg {
    inline-size: 1.125rem;
    block-size: 1.125rem;
  }
  footer ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.25rem;
    margin: 0.25rem 0 0;
    padding: 0;
    list-style: none;
  }
  footer a {
    display: block;
    padding: 0.375rem 0.625rem;
    border-radius: 0.5rem;
    color: inherit;
    text-decoration: none;
  }
  footer a:hover,
  footer summary:hover {
    text-decoration: underline;
  }
  @media (min-width: 160rem) {
    :root {
      font-size: 125%;
    }
  }
  @media (min-width: 220rem) {
    :root {
      font-size: 150%;
    }
  }
  @media (max-width: 26rem) {
    body {
      padding: 1rem 0.75rem;
    }
    main {
      padding: 1.5rem 1.25rem;
    }
  }
`
