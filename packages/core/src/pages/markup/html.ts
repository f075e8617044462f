import { escapeHtml } from '../../base/escape-html.ts'

/**
 * Text in the letters of ASCII alone (HTML §13.1.4). One letter from elsewhere makes a page twice as large in memory, and
 * several times as slow to be encoded.
 */
export const inAscii = (text: string): Markup => {
  // Letter by letter, and not by a replacement, whose outcome an engine keeps as wide as what it was made from.
  const letters = Array.from(text, (letter) => (letter > '~' ? `&#${letter.codePointAt(0) ?? 0};` : escapeHtml(letter)))
  return new Markup([letters.join('')], [])
}

/** The indentation of our sources means nothing on a page; a line's end stays the space that it is. */
const narrowed = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The parts of a template of ours, as short as they can be. */
export const narrow = (strings: TemplateStringsArray): readonly string[] => {
  const known = narrowed.get(strings)
  if (known !== undefined) return known
  const made = strings.map((part) => part.replaceAll(/\s*\n\s*/g, '\n'))
  narrowed.set(strings, made)
  return made
}

/**
 * Markup that is safe to send: templates of ours with escaped text in their gaps. A class and not a branded string,
 * because a template has to tell the two apart at run time as well.
 */
export class Markup {
  readonly #text: string

  /** `parts` are ours and stand as they are; what is in the slots between them is escaped where it is text. */
  constructor(parts: readonly string[], slots: readonly Slot[]) {
    let text = parts[0] ?? ''
    for (let i = 0; i < slots.length; i++) text += fill(slots[i]) + (parts[i + 1] ?? '')
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What may stand in a gap of a template. Text is escaped, markup is not; `undefined` leaves the gap empty. */
export type Slot = string | Markup | readonly Markup[] | undefined

const fill = (slot: Slot): string => {
  if (slot === undefined) return ''
  if (typeof slot === 'string') return escapeHtml(slot)
  return slot instanceof Markup ? slot.toString() : slot.join('')
}

/**
 * Markup from a template. Whatever stands in a gap is escaped unless it is markup itself. Attribute values have to be
 * quoted by the template, and addresses have to be judged before: see `pageAddress`.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.toString() // <p title="&quot;">&lt;b&gt;</p>
 */
export const html = (strings: TemplateStringsArray, ...slots: readonly Slot[]): Markup =>
  new Markup(narrow(strings), slots)
