import type { Branded } from '../base/branded.ts'

/** A color that is safe in a style sheet: it cannot end a declaration, a rule or the sheet. */
export type Color = Branded<string, 'color'>

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|deg|rad|turn)?`
const HEX = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})'
const FUNCTION = `(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( *${NUMBER}(?:[ ,/]+${NUMBER}){2,3} *\\)`
/** The browser ignores an unknown name and keeps the color of the style sheet. */
const NAME = '[a-z]{3,20}'

const COLOR = new RegExp(`^(?:${HEX}|${FUNCTION}|${NAME})$`, 'i')
const MAX_LENGTH = 64

/** The text as a color (CSS Color 4: hexadecimal, a function of numbers, or a name), or `undefined` if it is not one. */
export const findColor = (text: string | undefined): Color | undefined =>
  text !== undefined && text.length <= MAX_LENGTH && COLOR.test(text) ? (text as Color) : undefined
