import { oncePer } from '../base/once.ts'
import type { PageProvider } from '../types/pages.ts'
import type { Theme } from '../types/options.ts'
import type { OAuthProviderButtonStyles } from '../types/providers.ts'
import type { Words } from '../words/words.ts'
import { pictureAddress } from './address.ts'
import type { Address } from './address.ts'
import { findColour } from './colour.ts'
import type { Colour } from './colour.ts'
import { css, inTheDark } from './css.ts'
import type { Scheme } from './css.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'
import { sheets } from './sheet.ts'

/** What every page is rendered with. */
export interface Look {
  readonly theme: Theme
  /** A fresh random word for this response, in the letters of base64 or base64url (CSP 3 §2.3.1). */
  readonly nonce: string
  /** @default english */
  readonly words?: Words
  /**
   * Where forms may end up besides here and https addresses: `http:`, or http origins. Browsers apply `form-action` to
   * redirects that follow a form post, too, so a provider on http has to be named.
   */
  readonly formOrigins?: readonly string[]
}

/** The owner's theme, judged and worked out. */
export interface Dress {
  readonly scheme: Scheme
  readonly logo: Address | undefined
  readonly sheet: Markup
}

// Without a colour for its text, the brand gets the one of black and white that is easier to read on it, where the
// browser can work that out; the darkness of 49.44 % is where the two are equally far (CSS Color 5 §4.1).
const legible = (brand: Colour): Markup => css`
  @supports (color: lch(from red l c h)) {
    :root {
      --on-brand: lch(from ${brand} calc((49.44 - l)*infinity) 0 0);
    }
  }
`

const brandRules = ({ brandColor, buttonText }: Theme): Markup => {
  const brand = findColour(brandColor)
  const onBrand = findColour(buttonText)
  return html`${
    brand &&
    css`
      :root {
        --brand: ${brand};
        --on-brand: #fff;
      }
    `
  }${brand && !onBrand ? legible(brand) : undefined}${
    onBrand &&
    css`
      :root {
        --on-brand: ${onBrand};
      }
    `
  }`
}

/** A theme is a part of a config, so it is worked out once. */
export const dressFor = oncePer((theme: Theme): Dress => {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : 'auto'
  return {
    scheme,
    logo: pictureAddress(theme.logo ?? ''),
    sheet: html`${sheets[scheme]}${brandRules(theme)}`,
  }
})

/** The class that colours the letter mark of the nth provider. */
export const markName = (index: number): string => `m${index}`

const markRule = (bg: string | undefined, text: string | undefined): Markup | undefined => {
  const ground = findColour(bg)
  const letter = findColour(text)
  // One colour without the other could be text on its own ground.
  return ground && letter && css`{background:${ground};color:${letter}}`
}

/** A provider's colours, judged once: `style` is a part of its entry. */
const markFor = oncePer((style: OAuthProviderButtonStyles) => ({
  lit: markRule(style.bg, style.text),
  unlit:
    style.bgDark === undefined && style.textDark === undefined
      ? undefined
      : markRule(style.bgDark ?? style.bg, style.textDark ?? style.text),
}))

/** Rules for the letter marks of providers that have colours. */
export const markRules = (providers: readonly PageProvider[], scheme: Scheme): Markup => {
  const lit: Markup[] = []
  const unlit: Markup[] = []
  for (const [i, { style }] of providers.entries()) {
    if (style === undefined) continue
    const mark = markFor(style)
    if (mark.lit) lit.push(html`.${markName(i)}${mark.lit}`)
    if (mark.unlit) unlit.push(html`.${markName(i)}${mark.unlit}`)
  }
  return html`${lit}${unlit.length === 0 ? undefined : inTheDark(scheme, html`${unlit}`)}`
}
