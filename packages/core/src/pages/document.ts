import type { Words } from '../words/words.ts'
import type { Dress } from './look.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'

/** What one page adds to the common document. */
export interface PageContent {
  readonly title: string
  readonly body: Markup
  /** Rules for this page only. */
  readonly rules?: Markup
  /** A script of ours that runs after the page stands. */
  readonly script?: Markup
  /** Whether there is a form to be sent. */
  readonly hasForm: boolean
}

const scheme = { auto: html`light dark`, dark: html`dark`, light: html`light` }

/** The whole document. */
export const renderDocument = (content: PageContent, dress: Dress, words: Words, nonce: string): Markup => {
  const { title, body, rules, script } = content
  const logo = dress.logo && html`<img class="logo" src="${dress.logo}" alt="${words.logo}" />`
  return html`<!doctype html>
    <html lang="${words.lang}" dir="${words.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="${scheme[dress.scheme]}" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${dress.sheet}${rules}
        </style>
      </head>
      <body>
        <main>${logo}${body}</main>
        ${
          script &&
          html`<script nonce="${nonce}">
            ${script}
          </script> `
        }
      </body>
    </html> `
}
