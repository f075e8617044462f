import { oncePer } from '../../base/once.ts'
import { icons } from '../../icons/icons.ts'
import type { PageProvider } from '../../types/pages.ts'
import type { OAuthProviderButtonStyles } from '../../types/providers.ts'
import { findColour } from '../../web/colour.ts'
import type { Colour } from '../../web/colour.ts'
import { findLegible, isTooClose } from '../../web/contrast.ts'
import { findPicture } from '../../web/page-address.ts'
import { css } from '../markup/css.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** Who a mark stands for. */
export type Marked = Pick<PageProvider, 'id' | 'name' | 'icon' | 'style'>

/** The sign of a provider beside its name: its picture, its icon, or its first letter. */
export interface Mark {
  /** `className` is where the rules of the mark take hold. */
  readonly show: (className: string) => Markup
  /** Declarations for its colours, if it has any. */
  readonly lit: Markup | undefined
  /** Those in the dark, where they differ. */
  readonly unlit: Markup | undefined
  readonly hasPicture: boolean
}

/** The provider's text where it can be read on its ground, else black or white. */
const declarations = (ground: Colour | undefined, text: Colour | undefined): Markup | undefined => {
  if (ground === undefined) return undefined
  // One colour without the other could be text on its own ground.
  const legible = text === undefined || isTooClose(ground, text) ? findLegible(ground) : text
  return legible && css`{background:${ground};color:${legible}}`
}

const lit = (style: OAuthProviderButtonStyles): Markup | undefined =>
  declarations(findColour(style.bg), findColour(style.text))

const unlit = ({ bg, text, bgDark, textDark }: OAuthProviderButtonStyles): Markup | undefined =>
  bgDark === undefined && textDark === undefined
    ? undefined
    : declarations(findColour(bgDark ?? bg), findColour(textDark ?? text))

const sign = ({ id, icon = id, name, style }: Marked): Markup => {
  const [logo, dark] = [findPicture(style?.logo), findPicture(style?.logoDark)]
  if (logo !== undefined) {
    const source = dark && html`<source srcset="${dark}" media="(prefers-color-scheme: dark)" />`
    return html`<picture>${source}<img src="${logo}" alt="" /></picture>`
  }
  const path = icons.get(icon)?.path
  if (path !== undefined) return html`<svg viewBox="0 0 24 24"><path d="${path}" /></svg>`
  const [letter = ''] = name.trim().toUpperCase()
  return html`${letter}`
}

const ownColours = ({ id, icon = id }: Marked): Markup | undefined =>
  declarations(findColour(icons.get(icon)?.colour), undefined)

/** Worked out once: providers of a config live as long as it does. */
export const markOf = oncePer((marked: Marked): Mark => {
  const inner = sign(marked)
  const { style } = marked
  return {
    show: (className) => html`<span class="mark ${className}" aria-hidden="true">${inner}</span>`,
    lit: (style && lit(style)) ?? ownColours(marked),
    unlit: style && unlit(style),
    hasPicture: findPicture(style?.logo) !== undefined,
  }
})
