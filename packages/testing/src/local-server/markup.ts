/**
 * Safe markup. Only `html` creates it, and `html` escapes every inserted text.
 * @example const bold = (text: string): Markup => html`<b>${text}</b>`
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
 * @example const list = (items: readonly Insert[]) => html`<ul>${items}</ul>`
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
