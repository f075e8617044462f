import { oncePer } from '../../base/once.ts'
import { icons } from '../icons/icon-data.ts'
import type { PageProvider } from '../../types/page-props.ts'
import type { OAuthProviderButtonStyles } from '../../types/providers.ts'
import { findColor } from '../../web/color.ts'
import type { Color } from '../../web/color.ts'
import { findReadableColor, FOR_ICONS, FOR_TEXT, lacksContrast } from '../../web/contrast.ts'
import { findImageUrl } from '../../web/page-url.ts'
import { css } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** Who a mark stands for. */
export type IconSource = Pick<PageProvider, 'id' | 'name' | 'icon' | 'style'>

/** The sign of a provider beside its name: its picture, its icon, or its first letter. */
export interface Icon {
  /** `className` is where the rules of the mark take hold. */
  readonly show: (className: string) => Markup
  /** Declarations for its colours, if it has any. */
  readonly light: Markup | undefined
  /** Those in the dark, where they differ. */
  readonly dark: Markup | undefined
  readonly hasPicture: boolean
}

/** A ground and what stands on it: the provider's own colour where it can be seen there, else black or white. */
const declarations = (ground: Color | undefined, own: Color | undefined, least: number): Markup | undefined => {
  if (ground === undefined) return undefined
  // One colour without the other could be text on its own ground.
  const legible = own === undefined || lacksContrast(ground, own, least) ? findReadableColor(ground, least) : own
  return legible && css`{background:${ground};color:${legible}}`
}

type Styled = OAuthProviderButtonStyles

const lit = ({ bg, text }: Styled, least: number): Markup | undefined =>
  declarations(findColor(bg), findColor(text), least)

const unlit = ({ bg, text, bgDark, textDark }: Styled, least: number): Markup | undefined =>
  bgDark === undefined && textDark === undefined
    ? undefined
    : declarations(findColor(bgDark ?? bg), findColor(textDark ?? text), least)

const findImage = ({ id, icon = id, style }: IconSource): Markup | undefined => {
  const [logo, dark] = [findImageUrl(style?.logo), findImageUrl(style?.logoDark)]
  if (logo !== undefined) {
    // The sheet knows the scheme of the page, a media query only that of the device. Where scripts run, what is hidden is not fetched.
    if (dark === undefined) return html`<img src="${logo}" alt="" />`
    const light = html`<img class="lit" src="${logo}" alt="" loading="lazy" />`
    return html`${light}<img class="unlit" src="${dark}" alt="" loading="lazy" />`
  }
  const path = icons.get(icon)?.path
  return path === undefined ? undefined : html`<svg viewBox="0 0 24 24"><path d="${path}" /></svg>`
}

/** The letter is drawn by the style sheet: it is no part of what the button says. */
const letterOf = ({ name }: IconSource): Markup => {
  const [letter = ''] = name.trim().toUpperCase()
  return html` data-letter="${letter}"`
}

/** Worked out once: providers of a config live as long as it does. */
export const iconOf = oncePer((marked: IconSource): Icon => {
  const { id, icon: name = id, style } = marked
  const image = findImage(marked)
  const letter = image === undefined ? letterOf(marked) : undefined
  const icon = icons.get(name)
  const least = icon === undefined ? FOR_TEXT : FOR_ICONS
  return {
    show: (className) => html`<span class="mark ${className}" aria-hidden="true" ${letter}>${image}</span>`,
    light: (style && lit(style, least)) ?? declarations(findColor(icon?.colour), undefined, least),
    dark: style && unlit(style, least),
    hasPicture: findImageUrl(style?.logo) !== undefined,
  }
})
