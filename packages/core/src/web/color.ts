import type { Branded } from '../base/json.ts'

/** A color that is safe in a style sheet: it cannot end a declaration, a rule or the sheet. */
export type Color = Branded<string, 'color'>

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|deg|rad|turn)?`
const HEX = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})'
const FUNCTION = `(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( *${NUMBER}(?:[ ,/]+${NUMBER}){2,3} *\\)`
/** The browser ignores an unknown name and keeps the color of the style sheet. */
const NAME = '[a-z]{3,20}'

const COLOR = new RegExp(`^(?:${HEX}|${FUNCTION}|${NAME})$`, 'i')
const MAX_LENGTH = 64

/** The text as a color of CSS Color 4 (hexadecimal, a function of numbers, or a name), or else `undefined`. */
export const findColor = (text: string | undefined): Color | undefined =>
  text !== undefined && text.length <= MAX_LENGTH && COLOR.test(text) ? (text as Color) : undefined

const HEX_DIGITS = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i

/** The relative luminance (WCAG 2.2), from 0 to 1. `undefined` if only a browser can compute the color. */
const findLuminance = (color: Color): number | undefined => {
  const channels = HEX_DIGITS.exec(color)
    ?.slice(1)
    .filter((digits) => digits !== undefined)
  if (channels === undefined) return undefined
  const [red = 0, green = 0, blue = 0] = channels.map((digits) => {
    const channel = Number.parseInt(digits.padStart(2, digits), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio (WCAG 2.2), from 1 to 21. `undefined` if only a browser can compute one of the colors. */
export const findContrast = (one: Color, other: Color): number | undefined => {
  const a = findLuminance(one)
  const b = findLuminance(other)
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
export const FOR_TEXT = 4.5

/** The minimum contrast of icons (WCAG 2.2, 1.4.11). */
export const FOR_ICONS = 3

export const lacksContrast = (one: Color, other: Color, minimum: number): boolean =>
  (findContrast(one, other) ?? minimum) < minimum

/** White if its contrast is enough, else the better of black and white; `undefined` if the contrast is not known. */
export const findReadableColor = (background: Color, minimum: number): Color | undefined => {
  const [white, black] = ['#fff' as Color, '#000' as Color]
  const light = findContrast(background, white)
  const dark = findContrast(background, black)
  if (light === undefined || dark === undefined) return undefined
  return light >= minimum || light > dark ? white : black
}
