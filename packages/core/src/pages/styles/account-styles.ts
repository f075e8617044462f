import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** The account page and the pages for its changes. */
export const accountStyles: Markup = css`
  .row-end {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: 0.5rem;
    margin-inline-start: auto;
  }
  .row-short {
    flex-basis: 4rem;
  }
  .row-name.muted {
    font-weight: 400;
  }
  .current {
    display: inline-block;
    margin-inline-start: 0.25rem;
    padding: 0.125rem 0.5rem;
    border: 1px solid var(--notice-border);
    border-radius: 1rem;
    background: var(--notice);
    font-size: 0.75rem;
    font-weight: 550;
    line-height: 1.3;
    vertical-align: 0.125em;
    white-space: nowrap;
  }
  .row-link {
    justify-content: start;
    inline-size: 100%;
    min-block-size: 1.875rem;
    padding: 0;
    color: var(--link);
    background: none;
    border-color: transparent;
    font-weight: 550;
    text-align: start;
  }
  .row-link:hover {
    box-shadow: none;
    text-decoration: underline;
  }
  .row > form:only-child {
    inline-size: 100%;
  }
  .icon .line {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .row-link .icon {
    color: inherit;
  }
  .picture {
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border-radius: 50%;
  }
  .icon.picture img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: 50%;
    object-fit: cover;
    position: relative;
  }
  .icon.picture img::before {
    content: '';
    position: absolute;
    inset: 0;
    background: var(--surface);
  }
  .danger {
    color: var(--on-error);
  }
  button.danger {
    color: #fff;
    background: #b3261e;
  }
  button.danger:hover {
    box-shadow: inset 0 0 0 2px #fff;
  }
  section > form {
    padding-block-start: 1rem;
  }
  [dir='rtl'] .row-link svg {
    transform: scaleX(-1);
  }
  @media (max-width: 26rem) {
    .row-end .small {
      padding-inline: 0.5rem;
      font-size: 0.8125rem;
    }
  }
`
