import { oncePer } from '../base/once.ts'
import type { Theme } from '../types/config-options.ts'
import { findColor } from '../web/color.ts'
import type { Color } from '../web/color.ts'
import { findReadableColor, FOR_TEXT } from '../web/contrast.ts'
import { findImageUrl } from '../web/page-url.ts'
import type { PageUrl } from '../web/page-url.ts'
import type { Messages } from '../i18n/messages.ts'
import { css } from './markup/css.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import type { Markup } from './markup/html.ts'
import type { LocaleChoices } from './components/locale-list.ts'
import { styleSheets } from './styles/style-sheet.ts'

/** What every page is rendered with. */
export interface RenderOptions {
  readonly theme: Theme
  /** A fresh random word for this response, in the letters of base64 or base64url (CSP 3 §2.3.1). */
  readonly nonce: string
  /** @default english */
  readonly messages?: Messages
  /** The other languages of the page; left out, it offers none. */
  readonly locales?: LocaleChoices
  /** The time, in milliseconds since the epoch, for what is said relative to it. @default 0 */
  readonly now?: number
  /**
   * Where forms may end up besides here and https addresses: `http:`, or http origins. Browsers apply `form-action` to
   * redirects that follow a form post, too, so a provider on http has to be named.
   */
  readonly formOrigins?: readonly string[]
}

/** The owner's theme, judged and worked out. */
export interface ResolvedTheme {
  readonly scheme: Scheme
  readonly logo: PageUrl | undefined
  readonly styles: Markup
}

// The darkness of 49.44 % is where black and white are equally far from a colour (CSS Color 5 §4.1).
const worksOut = (brand: Color): Markup => css`
  @supports (color: lch(from red l c h)) {
    :root {
      --on-brand: lch(from ${brand} calc((49.44 - l) * infinity) 0 0);
    }
  }
`

/** Text on the brand: the owner's, or the one of black and white that is easier to read, by us or by the browser. */
const onBrandRules = (brand: Color, onBrand: Color | undefined): Markup => {
  const known = onBrand ?? findReadableColor(brand, FOR_TEXT)
  return known === undefined
    ? html`${css`
        :root {
          --on-brand: #fff;
        }
      `}${worksOut(brand)}`
    : css`
        :root {
          --on-brand: ${known};
        }
      `
}

const brandRules = ({ brandColor, buttonText }: Theme): Markup | undefined => {
  const brand = findColor(brandColor)
  const onBrand = findColor(buttonText)
  if (brand === undefined)
    return (
      onBrand &&
      css`
        :root {
          --on-brand: ${onBrand};
        }
      `
    )
  const ground = css`
    :root {
      --brand: ${brand};
    }
  `
  return html`${ground}${onBrandRules(brand, onBrand)}`
}

/** A theme is a part of a config, so it is worked out once. */
export const resolveTheme = oncePer((theme: Theme): ResolvedTheme => {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : 'auto'
  return { scheme, logo: findImageUrl(theme.logo), styles: html`${styleSheets[scheme]}${brandRules(theme)}` }
})
