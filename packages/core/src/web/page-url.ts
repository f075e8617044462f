import type { Branded } from '../base/branded.ts'

/** A URL that is safe in `href`, `action` and `src`. */
export type PageUrl = Branded<string, 'page-url'>

/**
 * A path of this origin, or an http or https URL. Characters that URL parsers strip or read as a slash (WHATWG URL §4.4) are
 * refused.
 */
const SAFE = /^(?:https?:\/\/(?![/?#])|\/(?!\/))[^\s\\]*$/i

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,][\w%+/=.,;:-]*$/

/**
 * The URL for a link or form. Handlers have validated it already; this second check keeps `javascript:` URLs out of pages. Any
 * text that is not a path or an http or https URL becomes `/`.
 */
export const pageUrl = (text: string): PageUrl => (SAFE.test(text) ? text : '/') as PageUrl

/** The URL of a configured image, which may also be a `data:` URL, or `undefined` if it is neither. */
export const findImageUrl = (text: string | undefined): PageUrl | undefined =>
  text !== undefined && (SAFE.test(text) || DATA_IMAGE.test(text)) ? (text as PageUrl) : undefined
