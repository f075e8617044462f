import { once } from '../base/once.ts'
import { findLanguage } from './choose.ts'
import { findBuiltIn, languages } from './languages.ts'
import { mergeWords } from './merge.ts'
import type { Words, WordsOverride } from './words.ts'

/** The languages of a site. */
export interface WordsTable {
  /** Their tags; the first is spoken to whoever asks for none of them. Never empty. */
  readonly offered: readonly string[]
  /** The name of a language in itself. */
  readonly nameOf: (tag: string) => string
  /** The sentences of an offered language. */
  readonly load: (tag: string) => Promise<Words>
}

const DEFAULT = 'en'

const nameOf = (tag: string): string => {
  const known = findBuiltIn(tag)?.name
  if (known !== undefined) return known
  const [first = '', ...rest] = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return first.toLocaleUpperCase(tag) + rest.join('')
}

/** What a language is built on: itself or its next relative among the built-in ones, else English. */
const baseOf = (tag: string): string => findLanguage([tag.toLowerCase()], Object.keys(languages)) ?? DEFAULT

const loadBuiltIn = (tag: string): Promise<Words> => {
  const language = findBuiltIn(tag) ?? findBuiltIn(DEFAULT)
  return language === undefined ? Promise.reject(new TypeError('There is no language')) : language.load()
}

const loader = (tag: string, written: WordsOverride | undefined): (() => Promise<Words>) => {
  if (written === undefined) return () => loadBuiltIn(tag)
  return once(async () => mergeWords(tag, await loadBuiltIn(baseOf(tag)), written))
}

/** Whether there are sentences of this language. */
export const isKnown = (tag: string, written: Readonly<Record<string, WordsOverride>>): boolean =>
  findBuiltIn(tag) !== undefined || Object.hasOwn(written, tag)

/** The languages of a site. `offered` is in the owner's order; left out, it is all there are, English first. */
export const wordsTable = (
  written: Readonly<Record<string, WordsOverride>> = {},
  offered: readonly string[] = [...new Set([...Object.keys(languages), ...Object.keys(written)])],
): WordsTable => {
  const loaders = new Map(offered.map((tag) => [tag, loader(tag, written[tag])]))
  const names = new Map(offered.map((tag) => [tag, nameOf(tag)]))
  return Object.freeze({
    offered,
    nameOf: (tag: string) => names.get(tag) ?? tag,
    load: (tag: string) => (loaders.get(tag) ?? (() => loadBuiltIn(DEFAULT)))(),
  })
}

/** The built-in languages, as they come. */
export const plainTable: WordsTable = wordsTable()
