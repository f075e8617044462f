import { once, oncePer } from '../../base/async.ts'
import type { PageProvider } from '../../types/page-props.ts'
import type { OAuthProviderButtonStyles, ProviderIcon } from '../../types/providers.ts'
import { findColor, findReadableColor, FOR_ICONS, FOR_TEXT, lacksContrast, type Color } from '../../web/color.ts'
import { findImageUrl } from '../../web/redirect-target.ts'
import { css, darkRules, type Scheme } from '../markup/css.ts'
import { html, type Markup } from '../markup/html.ts'
import type { FindIcon } from '../page-context.ts'

/** The provider of an icon. */
export type IconSource = Pick<PageProvider, 'id' | 'name' | 'style'>

/** The icon of a provider: the image of its style, its brand icon, or the first letter of its name. */
interface Icon {
  /** The element. `className` is the class that its color rules apply to. */
  readonly render: (className: string) => Markup
  /** CSS declarations of its colors, if it has any. */
  readonly light: Markup | undefined
  /** CSS declarations for the dark scheme, if they differ. */
  readonly dark: Markup | undefined
  readonly hasImage: boolean
}

/**
 * The minimum contrast of a brand icon in the provider's own colors. WCAG 2.2, 1.4.11, has none for logos, and LINE and
 * NAVER require white on their green (2.3).
 */
const FOR_LOGOS = 2

/** The minimum contrast of what an icon shows. */
interface IconContrast {
  /** To keep the color of the provider's style. */
  readonly own: number
  /** To use white instead of black. */
  readonly white: number
}

/** A background and a color on it: the provider's color if the contrast is enough, or else black or white. */
const declarations = (
  background: Color | undefined,
  text: Color | undefined,
  contrast: IconContrast,
): Markup | undefined => {
  // A color without a background could have the color of the default background.
  if (background === undefined) return undefined
  const isOwn = text !== undefined && !lacksContrast(background, text, contrast.own)
  const color = isOwn ? text : findReadableColor(background, contrast.white)
  return color && css`{background:${background};color:${color}}`
}

const darkDeclarations = (style: OAuthProviderButtonStyles, contrast: IconContrast): Markup | undefined => {
  const { brandColor, bg = brandColor, text, bgDark, textDark } = style
  if (bgDark === undefined && textDark === undefined) return undefined
  return declarations(findColor(bgDark ?? bg), findColor(textDark ?? text), contrast)
}

const findImage = ({ style }: IconSource, brand: ProviderIcon | undefined): Markup | undefined => {
  const [logo, logoDark] = [findImageUrl(style?.logo), findImageUrl(style?.logoDark)]
  if (logo !== undefined) {
    if (logoDark === undefined) return html`<img src="${logo}" alt="" />`
    // Classes and not a media query, because the scheme of the page can differ from the scheme of the device. Browsers
    // do not load a hidden lazy image.
    const light = html`<img class="light-only" src="${logo}" alt="" loading="lazy" />`
    return html`${light}<img class="dark-only" src="${logoDark}" alt="" loading="lazy" />`
  }
  if (brand === undefined) return undefined
  const { path, viewBox = '0 0 24 24' } = brand
  const paths =
    typeof path === 'string'
      ? html`<path d="${path}" />`
      : html`${path.map(([color, part]) => html`<path fill="${color}" d="${part}" />`)}`
  return html`<svg viewBox="${viewBox}">${paths}</svg>`
}

/** The style sheet draws the letter, so that it is not part of the button's text. */
const letterAttribute = ({ name }: IconSource): Markup => {
  const [letter = ''] = name.trim().toUpperCase()
  return html` data-letter="${letter}"`
}

const makeIcon = (source: IconSource, brand: ProviderIcon | undefined): Icon => {
  const { style } = source
  const image = findImage(source, brand)
  const letter = image === undefined ? letterAttribute(source) : undefined
  const contrast = brand === undefined ? { own: FOR_TEXT, white: FOR_TEXT } : { own: FOR_LOGOS, white: FOR_ICONS }
  const styled = style && declarations(findColor(style.bg ?? style.brandColor), findColor(style.text), contrast)
  return {
    render: (className) => html`<span class="icon ${className}" aria-hidden="true" ${letter}>${image}</span>`,
    light: styled ?? declarations(findColor(brand?.color), undefined, contrast),
    dark: style && darkDeclarations(style, contrast),
    hasImage: findImageUrl(style?.logo) !== undefined,
  }
}

const iconsBy = oncePer((find: FindIcon) => oncePer((source: IconSource) => makeIcon(source, find(source.id))))

/** The icon of a provider, made once per provider object. */
export const iconOf = (source: IconSource, find: FindIcon): Icon => iconsBy(find)(source)

/** The class of the icon at a position on the page. */
export const iconClass = (index: number): string => `icon-${index}`

const makeRules = (icons: readonly Icon[], scheme: Scheme): Markup => {
  const light: Markup[] = []
  const dark: Markup[] = []
  for (const [i, icon] of icons.entries()) {
    if (icon.light) light.push(html`.${iconClass(i)}${icon.light}`)
    if (icon.dark) dark.push(html`.${iconClass(i)}${icon.dark}`)
  }
  return html`${light}${dark.length === 0 ? undefined : darkRules(scheme, html`${dark}`)}`
}

/** The style of all icons on a page. */
interface IconStyles {
  readonly rules: Readonly<Record<Scheme, () => Markup>>
  readonly hasImages: boolean
}

/** The style of the icons on a page. */
export const stylesOf = (icons: readonly Icon[]): IconStyles => ({
  rules: {
    auto: once(() => makeRules(icons, 'auto')),
    dark: once(() => makeRules(icons, 'dark')),
    light: once(() => makeRules(icons, 'light')),
  },
  hasImages: icons.some(({ hasImage }) => hasImage),
})

const stylesBy = oncePer((find: FindIcon) =>
  oncePer((sources: readonly IconSource[]) => stylesOf(sources.map((source) => iconOf(source, find)))),
)

/** The style of the icons of a list of providers, made once per list. */
export const iconStyles = (sources: readonly IconSource[], find: FindIcon): IconStyles => stylesBy(find)(sources)
