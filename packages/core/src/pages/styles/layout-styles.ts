import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/**
 * The page, the card and the list of languages. The card is in the middle, with the same space above and below as long
 * as there is some. The footer is part of the space below.
 */
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
    display: flex;
    flex-direction: column;
    align-items: center;
    padding: 1.5rem 1rem;
    background: var(--page);
    color: var(--text);
    font: 1rem/1.5 var(--font);
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  body::before,
  body::after {
    content: '';
    flex: 1;
  }
  body:has(footer)::after {
    display: none;
  }
  main {
    flex: none;
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
  header {
    margin: 0 0 1.5rem;
  }
  header img,
  header svg {
    max-inline-size: 100%;
  }
  footer {
    flex: 1 0 0;
    padding-block-start: 1rem;
    max-inline-size: 26rem;
    inline-size: 100%;
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    align-items: center;
    justify-content: center;
    gap: 0 0.25rem;
    overflow-wrap: anywhere;
    color: var(--on-page);
    font-size: 0.875rem;
  }
  footer :focus-visible {
    outline-color: currentColor;
  }
  footer > a,
  nav summary {
    padding: 0.375rem 0.625rem;
    border-radius: 0.5rem;
  }
  footer > a {
    color: inherit;
    text-decoration: none;
  }
  footer a:hover,
  footer summary:hover {
    text-decoration: underline;
  }
  nav {
    position: relative;
  }
  nav summary {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    list-style: none;
  }
  nav summary::-webkit-details-marker {
    display: none;
  }
  nav svg {
    inline-size: 1.125rem;
    block-size: 1.125rem;
  }
  nav ul {
    position: absolute;
    z-index: 1;
    inset-block-end: 100%;
    inset-inline-start: 50%;
    translate: -50%;
    inline-size: max-content;
    max-inline-size: calc(100vw - 1.5rem);
    max-block-size: 60vh;
    margin: 0 0 0.25rem;
    padding: 0.375rem;
    overflow-y: auto;
    list-style: none;
    color: var(--text);
    background: var(--card);
    border: 1px solid var(--border);
    border-radius: var(--radius);
    box-shadow: var(--shadow);
  }
  [dir='rtl'] nav ul {
    translate: 50%;
  }
  nav li a {
    display: block;
    padding: 0.375rem 0.75rem;
    border-radius: calc(var(--radius) / 1.5);
    color: inherit;
    text-decoration: none;
  }
  nav li a:hover {
    background: var(--hover);
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
