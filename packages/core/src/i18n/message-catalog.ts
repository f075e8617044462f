import { once } from '../base/once.ts'
import { findLocale } from './choose-locale.ts'
import { builtInLocales } from './built-in-locales.ts'
import type { BuiltInLocale } from './built-in-locales.ts'
import { mergeMessages } from './merge-messages.ts'
import type { Messages, MessageOverride } from '../types/messages.ts'

/** The offered languages and their messages. */
export interface MessageCatalog {
  /** The language tags, never empty. The first one is for users who prefer none of them. */
  readonly offered: readonly string[]
  /** The name of a language, in that language. */
  readonly nameOf: (tag: string) => string
  /** Loads the messages of an offered language. */
  readonly load: (tag: string) => Promise<Messages>
}

const DEFAULT_LOCALE = 'en'

const findBuiltIn = (tag: string): BuiltInLocale | undefined =>
  Object.hasOwn(builtInLocales, tag) ? builtInLocales[tag] : undefined

const nameOf = (tag: string): string => {
  const builtIn = findBuiltIn(tag)?.name
  if (builtIn !== undefined) return builtIn
  const [first = '', ...rest] = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return first.toLocaleUpperCase(tag) + rest.join('')
}

/** The built-in language that is closest to the tag, or else English. */
const baseOf = (tag: string): string => findLocale([tag.toLowerCase()], Object.keys(builtInLocales)) ?? DEFAULT_LOCALE

const loadBuiltIn = (tag: string): Promise<Messages> => {
  const locale = findBuiltIn(tag) ?? findBuiltIn(DEFAULT_LOCALE)
  return locale === undefined ? Promise.reject(new TypeError('There is no built-in language')) : locale.load()
}

const makeLoader = (tag: string, override: MessageOverride | undefined): (() => Promise<Messages>) => {
  if (override === undefined) return () => loadBuiltIn(tag)
  return once(async () => mergeMessages(tag, await loadBuiltIn(baseOf(tag)), override))
}

/** Whether the language is built in or has overrides. */
export const hasMessages = (tag: string, overrides: Readonly<Record<string, MessageOverride>>): boolean =>
  findBuiltIn(tag) !== undefined || Object.hasOwn(overrides, tag)

/** The catalog of the languages in `offered`, in that order. */
export const messageCatalog = (
  overrides: Readonly<Record<string, MessageOverride>> = {},
  offered: readonly string[] = [...new Set([...Object.keys(builtInLocales), ...Object.keys(overrides)])],
): MessageCatalog => {
  const loaders = new Map(offered.map((tag) => [tag, makeLoader(tag, overrides[tag])]))
  const names = new Map(offered.map((tag) => [tag, nameOf(tag)]))
  return Object.freeze({
    offered,
    nameOf: (tag: string) => names.get(tag) ?? tag,
    load: (tag: string) => (loaders.get(tag) ?? (() => loadBuiltIn(DEFAULT_LOCALE)))(),
  })
}

/** The catalog of all built-in languages without overrides. */
export const builtInCatalog: MessageCatalog = messageCatalog()
