import type { Branded } from '../base/branded.ts'

/** An address that may stand in `href`, `action` or `src`. */
export type PageUrl = Branded<string, 'page-address'>

/** A path of our own, or http(s). What URL parsers strip or read as a slash (WHATWG URL §4.4) is not weighed at all. */
const SAFE = /^(?:https?:\/\/(?![/?#])|\/(?!\/))[^\s\\]*$/i

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,][\w%+/=.,;:-]*$/

/**
 * An address for a link or form. What flows pass was judged by them; this is the second lock on the door, so that no
 * `javascript:` address ever stands in a page. Anything else than a path or an http or https address becomes `/`.
 */
export const pageUrl = (text: string): PageUrl => (SAFE.test(text) ? text : '/') as PageUrl

/** The address of a picture of the owner's, which may also be an image written as `data:`. */
export const findImageUrl = (text: string | undefined): PageUrl | undefined =>
  text !== undefined && (SAFE.test(text) || PICTURE.test(text)) ? (text as PageUrl) : undefined
