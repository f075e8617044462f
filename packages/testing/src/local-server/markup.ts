/** Markup that is safe to send: only `html` makes it, and it escapes every text put in. */
export class Markup {
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

/** What may stand in a template: markup as it is, text escaped, lists one after another, nothing for `undefined`. */
export type Insert = Markup | string | number | undefined | readonly Insert[]

const written = (value: Insert): string => {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(written).join('') : escape(String(value))
}

/**
 * Markup from a template; what is put in is escaped, in text and in quoted attributes alike.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.text // <p title="&quot;">&lt;b&gt;</p>
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Insert[]): Markup =>
  new Markup(parts.map((part, i) => part + written(values[i])).join(''))
