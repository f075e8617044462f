import { oncePer } from '../../base/async.ts'
import type { Theme } from '../../types/config-options.ts'
import { findColor, findReadableColor, FOR_TEXT, lacksContrast, type Color } from '../../web/color.ts'
import { findFont } from '../../web/font.ts'

/** The parts of an e-mail that have a color. The name is also the class, for clients that support a dark scheme. */
type ColoredPart = 'page' | 'card' | 'text' | 'muted' | 'box' | 'button'

/** CSS declarations for each part. */
type Palette = Readonly<Record<ColoredPart, string>>

/** What the theme decides about an e-mail. All texts are safe in a style attribute, after quotes are escaped. */
export interface MailStyle {
  readonly colors: Palette
  /** The rules for the dark scheme, if the e-mail follows the device. */
  readonly darkRules: string | undefined
  /** The value of `color-scheme`. */
  readonly scheme: 'dark' | 'light' | 'light dark'
  readonly font: string
  /** Pixels. */
  readonly radius: number
}

/** Mail clients know these notations of colors. Where another one is dropped, the button would have no background. */
const KNOWN_NOTATION = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\(.*\)|[a-z]+)$/i

const findMailColor = (text: string | undefined): Color | undefined => {
  const color = findColor(text)
  return color !== undefined && KNOWN_NOTATION.test(color) ? color : undefined
}

/** The button has the colors of the theme. Without enough contrast its text is black or white instead. */
const buttonColors = (brand: Color | undefined, text: Color | undefined, fallback: string): string => {
  if (brand === undefined) return `background-color: ${fallback}; color: #ffffff;`
  const isLegible = text !== undefined && !lacksContrast(brand, text, FOR_TEXT)
  const label = isLegible ? text : (findReadableColor(brand, FOR_TEXT) ?? '#ffffff')
  return `background-color: ${brand}; color: ${label};`
}

const lightPalette = (theme: Theme): Palette => ({
  page: 'background-color: #f2f3f6;',
  card: 'background-color: #ffffff; border: 1px solid #dcdfe7;',
  text: 'color: #15181e;',
  muted: 'color: #565d6b;',
  box: 'background-color: #f5f6f9; border: 1px solid #dcdfe7; color: #15181e;',
  button: buttonColors(findMailColor(theme.brandColor), findMailColor(theme.buttonText), '#2f5bd0'),
})

const darkPalette = (theme: Theme): Palette => ({
  page: 'background-color: #0d0f13;',
  card: 'background-color: #16191f; border: 1px solid #323844;',
  text: 'color: #eceef2;',
  muted: 'color: #a6adba;',
  box: 'background-color: #1b1f26; border: 1px solid #323844; color: #eceef2;',
  button: buttonColors(
    findMailColor(theme.brandColorDark ?? theme.brandColor),
    findMailColor(theme.buttonText),
    '#3b66dc',
  ),
})

/** Rules for clients with `prefers-color-scheme`. `!important`, because the light colors are in style attributes. */
const toRules = (palette: Palette): string =>
  Object.entries(palette)
    .map(([part, declarations]) => `.${part} { ${declarations.replaceAll(';', ' !important;')} }`)
    .join('\n')

/** Resolves a theme for e-mails, once per config. */
export const mailStyle = oncePer((theme: Theme): MailStyle => {
  const { colorScheme, radius = 12, font } = theme
  const family = findFont(font) ?? "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
  const shape = { font: `font-family: ${family};`, radius }
  if (colorScheme === 'dark') return { ...shape, scheme: 'dark', colors: darkPalette(theme), darkRules: undefined }
  const colors = lightPalette(theme)
  if (colorScheme === 'light') return { ...shape, scheme: 'light', colors, darkRules: undefined }
  return { ...shape, scheme: 'light dark', colors, darkRules: toRules(darkPalette(theme)) }
})
