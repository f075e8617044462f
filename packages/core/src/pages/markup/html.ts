import { escapeHtml, PLACEHOLDER } from '../../base/text.ts'
import type { Html, isHtml } from '../../types/page-components.ts'

/**
 * Text as ASCII with character references (HTML §13.1.4). One non-ASCII character doubles the memory of the page in the
 * engine and makes its encoding several times slower.
 */
export const escapeNonAscii = (text: string): Markup => {
  // Not `replaceAll`: engines keep its result in the wide representation of the input.
  const characters = Array.from(text, (character) =>
    character > '~' ? `&#${character.codePointAt(0) ?? 0};` : escapeHtml(character),
  )
  return new Markup([characters.join('')], [])
}

const collapsed = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The strings of a template with each line break and its indentation replaced by one line break. */
export const collapseIndentation = (strings: TemplateStringsArray): readonly string[] => {
  const cached = collapsed.get(strings)
  if (cached !== undefined) return cached
  const short = strings.map((part) => part.replaceAll(/\s*\n\s*/g, '\n'))
  collapsed.set(strings, short)
  return short
}

/**
 * Markup that is safe to send: literal template strings with escaped text in their placeholders. A class and not a
 * branded string, because a template has to distinguish markup from text at run time.
 */
export class Markup implements Html {
  declare readonly [isHtml]: true
  readonly #text: string

  /** `strings` are literals and stay as they are. Text in `substitutions` is escaped. */
  constructor(strings: readonly string[], substitutions: readonly Substitution[]) {
    let text = strings[0] ?? ''
    for (let i = 0; i < substitutions.length; i++) text += stringify(substitutions[i]) + (strings[i + 1] ?? '')
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** The value of a placeholder in a template. Text is escaped, markup is not, and `undefined` adds nothing. */
type Substitution = string | Html | readonly Html[] | undefined

const stringify = (value: Substitution): string => {
  if (value === undefined) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (value instanceof Markup) return value.toString()
  // Code without types may pass any object. Its text is not escaped, so it is left out.
  return Array.isArray(value) ? value.map(stringify).join('') : ''
}

/**
 * Markup from a template. Placeholders are escaped unless they are markup. The template has to quote attribute values,
 * and addresses have to be checked first: those of the library pass `pageUrl`.
 *
 * @example
 * html`<p title="${'"'}">${'<b>'}</p>`.toString() // <p title="&quot;">&lt;b&gt;</p>
 */
export const html = (strings: TemplateStringsArray, ...substitutions: readonly Substitution[]): Markup =>
  new Markup(collapseIndentation(strings), substitutions)

/** Render a template once, with a placeholder that each call of the result fills. The value is escaped as in `html`. */
export const prepare = (render: (placeholder: Markup) => Markup): ((value: Substitution) => Markup) => {
  const parts = render(new Markup([PLACEHOLDER], []))
    .toString()
    .split(PLACEHOLDER)
  return (value) => new Markup([parts.join(stringify(value))], [])
}

/** What a component of the application returned: markup as it is, and a string as text. */
export const toMarkup = (value: Html | string): Markup => (value instanceof Markup ? value : html`${value}`)
