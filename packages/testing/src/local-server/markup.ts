/**
 * Safe markup. Only `html` creates it, and `html` escapes every inserted text.
 * @example const heading = (title: string): Markup => html`<h1>${title}</h1>`
 */
export class Markup {
  /** The HTML text. */
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/**
 * A template value: markup stays as it is, text is escaped, lists are joined, `undefined` is empty.
 * @example const items = (names: readonly string[]): Insert => names.map((name) => html`<li>${name}</li>`)
 */
export type Insert = Markup | string | number | undefined | readonly Insert[]

const written = (value: Insert): string => {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(written).join('') : escape(String(value))
}

/**
 * Markup from a template. Inserted text is escaped for text and quoted attributes.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.text // <p title="&quot;">&lt;b&gt;</p>
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Insert[]): Markup =>
  new Markup(parts.map((part, i) => part + written(values[i])).join(''))
