import { oncePer } from '../base/once.ts'
import type { Theme } from '../types/options.ts'
import { findColour } from '../web/colour.ts'
import type { Colour } from '../web/colour.ts'
import { findLegible, FOR_TEXT } from '../web/contrast.ts'
import { findPicture } from '../web/page-address.ts'
import type { PageAddress } from '../web/page-address.ts'
import type { Words } from '../words/words.ts'
import { css } from './markup/css.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import type { Markup } from './markup/html.ts'
import type { LanguageChoices } from './parts/language-list.ts'
import { sheets } from './sheet/sheet.ts'

/** What every page is rendered with. */
export interface Look {
  readonly theme: Theme
  /** A fresh random word for this response, in the letters of base64 or base64url (CSP 3 §2.3.1). */
  readonly nonce: string
  /** @default english */
  readonly words?: Words
  /** The other languages of the page; left out, it offers none. */
  readonly languages?: LanguageChoices
  /** The time, in milliseconds since the epoch, for what is said relative to it. @default 0 */
  readonly now?: number
  /**
   * Where forms may end up besides here and https addresses: `http:`, or http origins. Browsers apply `form-action` to
   * redirects that follow a form post, too, so a provider on http has to be named.
   */
  readonly formOrigins?: readonly string[]
}

/** The owner's theme, judged and worked out. */
export interface Dress {
  readonly scheme: Scheme
  readonly logo: PageAddress | undefined
  readonly sheet: Markup
}

// The darkness of 49.44 % is where black and white are equally far from a colour (CSS Color 5 §4.1).
const worksOut = (brand: Colour): Markup => css`
  @supports (color: lch(from red l c h)) {
    :root {
      --on-brand: lch(from ${brand} calc((49.44 - l) * infinity) 0 0);
    }
  }
`

/** Text on the brand: the owner's, or the one of black and white that is easier to read, by us or by the browser. */
const onBrandRules = (brand: Colour, onBrand: Colour | undefined): Markup => {
  const known = onBrand ?? findLegible(brand, FOR_TEXT)
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
  const brand = findColour(brandColor)
  const onBrand = findColour(buttonText)
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
export const dressFor = oncePer((theme: Theme): Dress => {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : 'auto'
  return { scheme, logo: findPicture(theme.logo), sheet: html`${sheets[scheme]}${brandRules(theme)}` }
})
