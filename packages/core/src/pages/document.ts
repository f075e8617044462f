import type { Messages } from '../types/messages.ts'
import type { RenderOptions, ResolvedTheme } from './render-options.ts'
import { html, type Markup } from './markup/html.ts'
import { localeList, type LocaleChoices } from './components/locale-list.ts'
import { pageScript, type PageFeature } from './scripts.ts'

/** The parts of the document that differ between pages. */
export interface PageContent {
  readonly title: string
  readonly body: Markup
  /** Style rules for this page only. */
  readonly rules?: Markup
  /** The features of the page that need a script. A feature also changes the content security policy. */
  readonly features: readonly PageFeature[]
  /** Whether the page shows images from addresses in the config. */
  readonly hasImages?: boolean
  /** Whether the card is wider than one column. */
  readonly isWide?: boolean
}

const colorSchemes = { auto: html`light dark`, dark: html`dark`, light: html`light` }
const wide = html` class="wide"`

/** Without an icon, browsers request `/favicon.ico`. */
const NO_ICON = 'data:,'

/** The links under the card: the terms of use, the privacy policy and the other languages. */
const footer = ({ terms, privacy }: ResolvedTheme, messages: Messages, locales: LocaleChoices | undefined) => {
  const links = [
    terms && html`<li><a href="${terms}">${messages.terms}</a></li>`,
    privacy && html`<li><a href="${privacy}">${messages.privacy}</a></li>`,
  ].filter((link) => link !== undefined)
  if (links.length === 0 && locales === undefined) return undefined
  const list =
    links.length > 0
      ? html`<ul role="list">
          ${links}
        </ul>`
      : undefined
  return html`<footer>${list}${locales && localeList(locales, messages)}</footer>`
}

const head = (content: PageContent, theme: ResolvedTheme, nonce: string): Markup =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="${colorSchemes[theme.scheme]}" />
    <title>${content.title}</title>
    <link rel="icon" href="${theme.favicon ?? NO_ICON}" />
    <style nonce="${nonce}">
      ${theme.styles}${content.rules}
    </style>
  </head>`

/** The HTML document of a page. */
export const renderDocument = (
  content: PageContent,
  theme: ResolvedTheme,
  messages: Messages,
  { nonce, locales }: RenderOptions,
): Markup => {
  const { body, features, isWide } = content
  const logo = theme.logo && html`<img class="logo" src="${theme.logo}" alt="${messages.logo}" />`
  const script = pageScript(features)
  return html`<!doctype html>
    <html lang="${messages.lang}" dir="${messages.dir}">
      ${head(content, theme, nonce)}
      <body>
        <main ${isWide ? wide : undefined}>${logo}${body}</main>
        ${footer(theme, messages, locales)}
        ${
          script &&
          html`<script nonce="${nonce}">
            ${script}
          </script>`
        }
      </body>
    </html> `
}
