import type { Branded } from '../base/branded.ts'

/** A colour that may stand in a style sheet: it cannot end a declaration, a rule or the sheet. */
export type Color = Branded<string, 'colour'>

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|deg|rad|turn)?`
const HEX = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})'
const FUNCTION = `(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( *${NUMBER}(?:[ ,/]+${NUMBER}){2,3} *\\)`
/** A name that CSS does not know is ignored by the browser, which then keeps the colour of the sheet. */
const NAME = '[a-z]{3,20}'

const COLOUR = new RegExp(`^(?:${HEX}|${FUNCTION}|${NAME})$`, 'i')
const LONGEST = 64

/** The colour (CSS Color 4: hex, a function of numbers, or a name), or nothing when the text is not clearly one. */
export const findColor = (text: string | undefined): Color | undefined =>
  text !== undefined && text.length <= LONGEST && COLOUR.test(text) ? (text as Color) : undefined
