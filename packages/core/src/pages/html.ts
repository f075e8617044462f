const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Text as it may stand between tags and inside quoted attributes. */
const escapeText = (text: string): string =>
  /[&<>"'`]/.test(text) ? text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '') : text

/**
 * Markup that is safe to send: templates of ours with escaped text in their gaps. A class and not a branded string,
 * because a template has to tell the two apart at run time as well.
 */
export class Markup {
  readonly #text: string

  constructor(strings: TemplateStringsArray, slots: readonly Slot[]) {
    let text = strings[0] ?? ''
    for (let i = 0; i < slots.length; i++) text += fill(slots[i]) + (strings[i + 1] ?? '')
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
  if (typeof slot === 'string') return escapeText(slot)
  return slot instanceof Markup ? slot.toString() : slot.join('')
}

/**
 * Markup from a template. Whatever stands in a gap is escaped unless it is markup itself. Attribute values have to be
 * quoted by the template, and addresses have to be judged before: see `address`.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.toString() // <p title="&quot;">&lt;b&gt;</p>
 */
export const html = (strings: TemplateStringsArray, ...slots: readonly Slot[]): Markup => new Markup(strings, slots)
