import type { Messages } from '../i18n/messages.ts'
import type { ResolvedTheme, RenderOptions } from './render-options.ts'
import { html } from './markup/html.ts'
import type { Markup } from './markup/html.ts'
import { localeList } from './components/locale-list.ts'
import { scripts } from './scripts/scripts.ts'
import type { Need } from './scripts/scripts.ts'

/** What one page adds to the common document. */
export interface PageContent {
  readonly title: string
  readonly body: Markup
  /** Rules for this page only. */
  readonly rules?: Markup
  /** What the page has that scripts and headers must know of. */
  readonly needs: readonly Need[]
  /** Whether pictures of the owner's choice are shown. */
  readonly hasPictures?: boolean
  /** More than a card of one column holds. */
  readonly isWide?: boolean
}

const scheme = { auto: html`light dark`, dark: html`dark`, light: html`light` }
const wide = html` class="wide"`

const head = (content: PageContent, dress: ResolvedTheme, nonce: string): Markup =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="${scheme[dress.scheme]}" />
    <title>${content.title}</title>
    <style nonce="${nonce}">
      ${dress.styles}${content.rules}
    </style>
  </head>`

/** The whole document. */
export const renderDocument = (
  content: PageContent,
  dress: ResolvedTheme,
  messages: Messages,
  look: RenderOptions,
): Markup => {
  const { body, needs, isWide } = content
  const { nonce, locales: languages } = look
  const logo = dress.logo && html`<img class="logo" src="${dress.logo}" alt="${messages.logo}" />`
  const script = scripts(needs)
  return html`<!doctype html>
    <html lang="${messages.lang}" dir="${messages.dir}">
      ${head(content, dress, nonce)}
      <body>
        <main ${isWide ? wide : undefined}>${logo}${body}</main>
        ${languages && localeList(languages, messages)}
        ${
          script &&
          html`<script nonce="${nonce}">
            ${script}
          </script>`
        }
      </body>
    </html> `
}
