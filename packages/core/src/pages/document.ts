import type { Messages } from '../types/messages.ts'
import type { RenderOptions, ResolvedTheme } from './render-options.ts'
import { html, toMarkup, type Markup } from './markup/html.ts'
import { localeList } from './components/locale-list.ts'
import { pageScript, type FeatureScripts, type PageFeature } from './scripts.ts'

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

/** Not written in the template: a bundler would add a helper, to keep the end tag out of scripts in a page. */
const SCRIPT = 'script'

/** What the shell of a page is made from. */
interface Shell {
  readonly title: string
  readonly theme: ResolvedTheme
  readonly messages: Messages
  readonly options: RenderOptions
}

/** The top of the card: the part of the application, or else the logo. */
const header = ({ title, theme, messages, options }: Shell): Markup | undefined => {
  const own = options.components?.header?.({ title, messages })
  if (own !== undefined) return html`<header>${toMarkup(own)}</header>`
  return theme.logo && html`<img class="logo" src="${theme.logo}" alt="${messages.logo}" />`
}

/** Under the card: the part of the application, or else the links of the theme and the other languages. */
const footer = ({ title, theme, messages, options }: Shell): Markup | undefined => {
  const { terms, privacy } = theme
  const languages = options.locales && localeList(options.locales, messages)
  const links = [
    { label: messages.terms, href: terms },
    { label: messages.privacy, href: privacy },
  ].flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }]))
  const own = options.components?.footer?.({ title, messages, links, languages })
  if (own !== undefined) return html`<footer>${toMarkup(own)}</footer>`
  if (links.length === 0 && languages === undefined) return undefined
  const items = links.map(({ label, href }) => html`<a href="${href}">${label}</a>`)
  return html`<footer>${languages}${items}</footer>`
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
  scripts: FeatureScripts,
  theme: ResolvedTheme,
  messages: Messages,
  options: RenderOptions,
): Markup => {
  const { title, body, features, isWide } = content
  const { nonce } = options
  const shell = { title, theme, messages, options }
  const script = pageScript(features, scripts)
  return html`<!doctype html>
    <html lang="${messages.lang}" dir="${messages.dir}">
      ${head(content, theme, nonce)}
      <body>
        <main ${isWide ? wide : undefined}>${header(shell)}${body}</main>
        ${footer(shell)}
        ${
          script &&
          html`<script nonce="${nonce}">
            ${script}
          </${SCRIPT}>`
        }
      </body>
    </html> `
}
