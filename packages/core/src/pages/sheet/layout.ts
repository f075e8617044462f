import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** The card, its text and what stands in it. */
export const layout: Markup = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    min-height: 100dvh;
    display: grid;
    place-items: center;
    padding: 1.5rem 1rem;
    background: var(--page);
    color: var(--text);
    font:
      1rem/1.5 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  main {
    inline-size: 100%;
    max-inline-size: 25rem;
    padding: 2rem;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 1rem;
    box-shadow: var(--shadow);
    overflow-wrap: anywhere;
  }
  h1 {
    margin: 0 0 1.25rem;
    font-size: 1.5rem;
    line-height: 1.25;
    font-weight: 650;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  p {
    margin: 0 0 1rem;
  }
  main > :last-child,
  .bad > :last-child {
    margin-block-end: 0;
  }
  .logo {
    display: block;
    max-inline-size: 10rem;
    max-block-size: 3.5rem;
    margin: 0 0 1.5rem;
  }
  .muted {
    color: var(--muted);
    font-size: 0.9375rem;
  }
  .status {
    margin: 0 0 0.25rem;
    color: var(--muted);
    font-size: 0.875rem;
    font-weight: 600;
  }
  .who {
    margin: 0 0 1.25rem;
    padding: 0.75rem 1rem;
    border: 1px solid var(--line);
    border-radius: 0.625rem;
    background: var(--page);
    font-weight: 600;
  }
  .bad {
    margin: 0 0 1.25rem;
    padding: 0.875rem 1rem;
    border: 1px solid var(--bad-line);
    border-radius: 0.625rem;
    background: var(--bad);
    color: var(--on-bad);
  }
  .bad p {
    margin: 0.25rem 0 0;
  }
  .bad h2 {
    margin: 0;
    font-size: 1rem;
    font-weight: 650;
  }
  a {
    color: var(--link);
    text-underline-offset: 0.2em;
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
  @media (max-width: 24rem) {
    main {
      padding: 1.5rem 1.25rem;
    }
  }
`
