import { oncePer } from '../base/async.ts'
import type { Theme } from '../types/config-options.ts'
import type { Messages } from '../types/messages.ts'
import { findColor, findReadableColor, FOR_TEXT, type Color } from '../web/color.ts'
import { findImageUrl, type PageUrl } from '../web/redirect-target.ts'
import { css, type Scheme } from './markup/css.ts'
import { html, type Markup } from './markup/html.ts'
import type { LocaleChoices } from './components/locale-list.ts'
import { styleSheets } from './styles/style-sheet.ts'

/** The options that every page is rendered with. */
export interface RenderOptions {
  readonly theme: Theme
  /** A fresh random value for this response, in base64 or base64url (CSP 3 §2.3.1). */
  readonly nonce: string
  /** @default English */
  readonly messages?: Messages
  /** Links to the page in other languages. @default no links */
  readonly locales?: LocaleChoices
  /** The current time in milliseconds since the epoch, for relative times. @default 0 */
  readonly now?: number
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
  readonly styles: Markup
}

// A CIE lightness of 49.44 has the same contrast to black and to white. The browser computes which of the two has more.
const computedTextColor = (brand: Color): Markup => css`
  @supports (color: lch(from red l c h)) {
    :root {
      --on-brand: lch(from ${brand} calc((49.44 - l) * infinity) 0 0);
    }
  }
`

/** The color of text on the brand color: `buttonText`, or else black or white, whichever has more contrast. */
const textRules = (brand: Color, buttonText: Color | undefined): Markup => {
  const color = buttonText ?? findReadableColor(brand, FOR_TEXT)
  return color === undefined
    ? html`${css`
        :root {
          --on-brand: #fff;
        }
      `}${computedTextColor(brand)}`
    : css`
        :root {
          --on-brand: ${color};
        }
      `
}

const brandRules = (theme: Theme): Markup | undefined => {
  const brand = findColor(theme.brandColor)
  const buttonText = findColor(theme.buttonText)
  if (brand === undefined)
    return (
      buttonText &&
      css`
        :root {
          --on-brand: ${buttonText};
        }
      `
    )
  const background = css`
    :root {
      --brand: ${brand};
    }
  `
  return html`${background}${textRules(brand, buttonText)}`
}

/** Resolves a theme once per config. */
export const resolveTheme = oncePer((theme: Theme): ResolvedTheme => {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : 'auto'
  return { scheme, logo: findImageUrl(theme.logo), styles: html`${styleSheets[scheme]}${brandRules(theme)}` }
})
