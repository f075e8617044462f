import { oncePer } from '../base/async.ts'
import type { ErrorDetails } from '../errors/error-details.ts'
import type { Theme } from '../types/config-options.ts'
import type { Messages } from '../types/messages.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import { findColor, findReadableColor, FOR_TEXT, lacksContrast, type Color } from '../web/color.ts'
import { findFont } from '../web/font.ts'
import { findImageUrl, pageUrl, type PageUrl } from '../web/redirect-target.ts'
import { css, darkRules, type Scheme } from './markup/css.ts'
import { html, Markup } from './markup/html.ts'
import type { LocaleChoices } from './components/locale-list.ts'
import type { FindIcon } from './page-context.ts'
import { withApplicationName } from './application-name.ts'
import { contrastRules } from './styles/contrast-styles.ts'
import { styleSheets } from './styles/style-sheet.ts'

/** The options that every page is rendered with. */
export interface RenderOptions {
  readonly theme: Theme
  /** A fresh random value for this response, in base64 or base64url (CSP 3 §2.3.1). */
  readonly nonce: string
  readonly messages: Messages
  /** The parts that the application replaces, always the same object for a config. @default none */
  readonly components?: ChosenComponents
  /** The icons of the providers. @default every provider shows its first letter */
  readonly findIcon?: FindIcon
  /** Links to the page in other languages. @default no links */
  readonly locales?: LocaleChoices
  /** The current time in milliseconds since the epoch, for relative times. @default 0 */
  readonly now?: number
  /** What failed, on a development server. @default nothing is shown */
  readonly details?: ErrorDetails
  /**
   * The scheme `http:` or http origins that forms may lead to, besides the page's own origin and https. Browsers also
   * apply `form-action` to the redirects after a form post, so a provider on http has to be listed.
   */
  readonly formOrigins?: readonly string[]
}

/** The theme of the config with its style sheet. */
export interface ResolvedTheme {
  readonly scheme: Scheme
  readonly logo: PageUrl | undefined
  readonly favicon: PageUrl | undefined
  readonly terms: PageUrl | undefined
  readonly privacy: PageUrl | undefined
  readonly styles: Markup
  /** The messages with the name of the application. */
  readonly nameIn: (messages: Messages) => Messages
}

const RELATIVE_COLORS = html`(color: lch(from red l c h))`

/** Black or white in the variable `name`, whichever has more contrast to the background. */
const textColor = (name: Markup, background: Color): Markup => {
  const color = findReadableColor(background, FOR_TEXT)
  if (color !== undefined)
    return css`
      :root {
        ${name}: ${color};
      }
    `
  // A CIE lightness of 49.44 has the same contrast to black and to white.
  return css`
    :root {
      ${name}: #fff;
    }
    @supports ${RELATIVE_COLORS} {
      :root {
        ${name}: lch(from ${background} calc((49.44 - l) * infinity) 0 0);
      }
    }
  `
}

const ON_BRAND = html`--on-brand`
const ON_PAGE = html`--on-page`

const buttonTextRules = (color: Color): Markup => css`
  :root {
    --on-brand: ${color};
  }
`

/** The lightness of links, which gives them a contrast of at least 4.5:1 on all boxes, whatever the brand color is. */
const LINK_LIGHTNESS = { light: html`min(l, 40)`, dark: html`max(l, 70)` }

/** A brand color, the text on it, and links in its hue. Old browsers show links in the color of the text. */
const brandRules = (brand: Color, buttonText: Color | undefined, scheme: 'light' | 'dark'): Markup => {
  const text = buttonText === undefined ? textColor(ON_BRAND, brand) : buttonTextRules(buttonText)
  return html`${css`
    :root {
      --brand: ${brand};
      --link: var(--text);
    }
    @supports ${RELATIVE_COLORS} {
      :root {
        --link: lch(from ${brand} ${LINK_LIGHTNESS[scheme]} c h);
      }
    }
  `}${text}`
}

const backgroundRules = (background: Color): Markup =>
  html`${css`
    :root {
      --page: ${background};
    }
  `}${textColor(ON_PAGE, background)}`

/** `background` is for the scheme that the developer sees while choosing it: with `auto`, the light one. */
const schemeRules = (theme: Theme, scheme: 'light' | 'dark'): Markup => {
  const light = findColor(theme.brandColor)
  const dark = findColor(theme.brandColorDark)
  const brand = scheme === 'dark' ? (dark ?? light) : light
  const chosen = findColor(theme.buttonText)
  // The developer chose the text for `brandColor`.
  const isForOther =
    brand === dark && dark !== undefined && chosen !== undefined && lacksContrast(dark, chosen, FOR_TEXT)
  const buttonText = isForOther ? undefined : chosen
  const background = scheme === 'light' || theme.colorScheme === 'dark' ? findColor(theme.background) : undefined
  const text = brand === undefined ? buttonText && buttonTextRules(buttonText) : brandRules(brand, buttonText, scheme)
  return html`${text}${background && backgroundRules(background)}`
}

const shapeRules = ({ radius, font }: Theme): Markup => {
  const family = findFont(font)
  // Not escaped: a style element does not decode the character references of quotes.
  const declarations = [
    ...(radius === undefined ? [] : [`--radius:${radius / 16}rem;`]),
    ...(family === undefined ? [] : [`--font:${family};`]),
  ]
  return new Markup(declarations.length === 0 ? [''] : [`:root{${declarations.join('')}}`], [])
}

const styleRules = (theme: Theme, scheme: Scheme): Markup => {
  const light = scheme === 'dark' ? undefined : schemeRules(theme, 'light')
  const brand = findColor(theme.brandColor)
  const contrast = contrastRules(scheme, { light: brand, dark: findColor(theme.brandColorDark) ?? brand })
  return html`${shapeRules(theme)}${light}${darkRules(scheme, schemeRules(theme, 'dark'))}${contrast}`
}

const nameIn = ({ name }: Theme, messages: Messages): Messages =>
  name === undefined || name === '' ? messages : withApplicationName(messages, name)

const findLink = (text: string | undefined): PageUrl | undefined =>
  text === undefined || text === '' ? undefined : pageUrl(text)

/** Resolves a theme once per config. */
export const resolveTheme = oncePer((theme: Theme): ResolvedTheme => {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : 'auto'
  return {
    scheme,
    logo: findImageUrl(theme.logo),
    favicon: findImageUrl(theme.favicon),
    terms: findLink(theme.terms),
    privacy: findLink(theme.privacy),
    styles: new Markup([[styleSheets[scheme], styleRules(theme, scheme)].join('')], []),
    nameIn: oncePer((messages: Messages) => nameIn(theme, messages)),
  }
})
