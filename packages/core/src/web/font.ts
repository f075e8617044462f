import type { Branded } from '../base/json.ts'

/** A list of font families that is safe in a style sheet: it cannot end a declaration, a rule or the sheet. */
export type Font = Branded<string, 'font'>

const NAME = String.raw`[a-z_-][\w-]*(?: [a-z_-][\w-]*)*`
const FAMILY = String.raw`(?:${NAME}|'[\w -]+'|"[\w -]+")`
const FONT = new RegExp(`^${FAMILY}(?:, *${FAMILY})*$`, 'i')

/** The text as a value of `font-family` (CSS Fonts 4), or else `undefined`. */
export const findFont = (text: string | undefined): Font | undefined =>
  text !== undefined && text.length <= 256 && FONT.test(text) ? (text as Font) : undefined
