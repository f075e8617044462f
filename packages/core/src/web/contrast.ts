import type { Color } from './color.ts'

const HEX = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i

const BLACK = '#000' as Color
const WHITE = '#fff' as Color

/** Red, green and blue of an opaque colour in hexadecimal, from 0 to 1, or nothing for any other notation. */
const findChannels = (colour: Color): readonly number[] | undefined => {
  const found = HEX.exec(colour)
  if (found === null) return undefined
  return found
    .slice(1)
    .filter((digits) => digits !== undefined)
    .map((digits) => Number.parseInt(digits.length === 1 ? digits + digits : digits, 16) / 255)
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Relative luminance (WCAG 2.2), from 0 to 1, or nothing where only a browser can work the colour out. */
export const findLuminance = (colour: Color): number | undefined => {
  const channels = findChannels(colour)
  if (channels === undefined) return undefined
  const [red = 0, green = 0, blue = 0] = channels.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio (WCAG 2.2), from 1 to 21, or nothing where only a browser can work one of the colours out. */
export const findContrast = (one: Color, other: Color): number | undefined => {
  const a = findLuminance(one)
  const b = findLuminance(other)
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** What text needs to be read (WCAG 2.2, 1.4.3). */
export const FOR_TEXT = 4.5

/** What a sign needs to be seen (WCAG 2.2, 1.4.11). */
export const FOR_ICONS = 3

/** Whether two colours are known to be closer than `least`. */
export const lacksContrast = (one: Color, other: Color, least: number): boolean =>
  (findContrast(one, other) ?? least) < least

/** White where its contrast to the ground is enough, else black or white, whichever is better; nothing where it is not known. */
export const findReadableColor = (ground: Color, least: number): Color | undefined => {
  const light = findContrast(ground, WHITE)
  const dark = findContrast(ground, BLACK)
  if (light === undefined || dark === undefined) return undefined
  return light >= least || light > dark ? WHITE : BLACK
}
