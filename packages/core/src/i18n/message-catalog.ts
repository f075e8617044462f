import { once } from '../base/once.ts'
import { findLocale } from './choose-locale.ts'
import { findBuiltIn, builtInLocales } from './built-in-locales.ts'
import { mergeMessages } from './merge-messages.ts'
import type { Messages, MessageOverride } from './messages.ts'

/** The languages of a site. */
export interface MessageCatalog {
  /** Their tags; the first is spoken to whoever asks for none of them. Never empty. */
  readonly offered: readonly string[]
  /** The name of a language in itself. */
  readonly nameOf: (tag: string) => string
  /** The sentences of an offered language. */
  readonly load: (tag: string) => Promise<Messages>
}

const DEFAULT = 'en'

const nameOf = (tag: string): string => {
  const known = findBuiltIn(tag)?.name
  if (known !== undefined) return known
  const [first = '', ...rest] = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return first.toLocaleUpperCase(tag) + rest.join('')
}

/** What a language is built on: itself or its next relative among the built-in ones, else English. */
const baseOf = (tag: string): string => findLocale([tag.toLowerCase()], Object.keys(builtInLocales)) ?? DEFAULT

const loadBuiltIn = (tag: string): Promise<Messages> => {
  const language = findBuiltIn(tag) ?? findBuiltIn(DEFAULT)
  return language === undefined ? Promise.reject(new TypeError('There is no language')) : language.load()
}

const loader = (tag: string, written: MessageOverride | undefined): (() => Promise<Messages>) => {
  if (written === undefined) return () => loadBuiltIn(tag)
  return once(async () => mergeMessages(tag, await loadBuiltIn(baseOf(tag)), written))
}

/** Whether there are sentences of this language. */
export const hasMessages = (tag: string, written: Readonly<Record<string, MessageOverride>>): boolean =>
  findBuiltIn(tag) !== undefined || Object.hasOwn(written, tag)

/** The languages of a site. `offered` is in the owner's order; left out, it is all there are, English first. */
export const messageCatalog = (
  written: Readonly<Record<string, MessageOverride>> = {},
  offered: readonly string[] = [...new Set([...Object.keys(builtInLocales), ...Object.keys(written)])],
): MessageCatalog => {
  const loaders = new Map(offered.map((tag) => [tag, loader(tag, written[tag])]))
  const names = new Map(offered.map((tag) => [tag, nameOf(tag)]))
  return Object.freeze({
    offered,
    nameOf: (tag: string) => names.get(tag) ?? tag,
    load: (tag: string) => (loaders.get(tag) ?? (() => loadBuiltIn(DEFAULT)))(),
  })
}

/** The built-in languages, as they come. */
export const builtInCatalog: MessageCatalog = messageCatalog()
