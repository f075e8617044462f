import { html, type Markup } from '../markup/html.ts'

const icon = (path: string): Markup =>
  html`<span class="icon" aria-hidden="true"
    ><svg viewBox="0 0 24 24"><path d="${path}" /></svg
  ></span>`

export const keyIcon: Markup = icon(
  'M14.5 2a7.5 7.5 0 0 0-7.2 9.6L1.4 17.5a1 1 0 0 0-.3.7V22a1 1 0 0 0 1 1h3.8a1 1 0 0 0 1-1v-1.7h1.7a1 1 0 0 0 1-1v-1.7h1.2a1 1 0 0 0 .7-.3l1-1A7.5 7.5 0 1 0 14.5 2m2.5 7.25A2.25 2.25 0 1 1 17 4.75a2.25 2.25 0 0 1 0 4.5',
)

export const mailIcon: Markup = icon(
  'M4 4h16a2 2 0 0 1 2 2v.6l-10 6.3L2 6.6V6a2 2 0 0 1 2-2m18 4.9V18a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8.9l9.5 6a1 1 0 0 0 1 0z',
)
