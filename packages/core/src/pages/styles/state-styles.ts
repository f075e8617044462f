import { css } from '../markup/css.ts'
import type { Markup } from '../markup/html.ts'

/** Busy buttons, keyboard focus and forced colors, in which the main button stays filled. */
export const stateStyles: Markup = css`
  summary {
    cursor: pointer;
  }
  [aria-busy='true'] {
    cursor: progress;
    opacity: 0.7;
  }
  [aria-busy='true']::after {
    content: '';
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid currentColor;
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [aria-busy='true']::after {
      animation: none;
    }
  }
  :focus-visible {
    outline: 3px solid var(--link);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    main,
    nav ul,
    .icon,
    .badge,
    .error {
      border: 1px solid CanvasText;
    }
    button:not([class]),
    a[class='button'] {
      forced-color-adjust: none;
      color: ButtonFace;
      background: ButtonText;
      border-color: ButtonText;
      outline-color: Highlight;
    }
  }
`
