import { once } from '../base/async.ts'
import type { Messages, MessageOverride } from '../types/messages.ts'
import { isObject } from '../base/json.ts'
import { findLocale } from './choose-locale.ts'

/** A language that is part of the library. */
interface BuiltInLocale {
  /** The name of the language, in that language. */
  readonly name: string
  /** Loads the messages at the first call. */
  readonly load: () => Promise<Messages>
}

/** The built-in languages by tag, in the order in which the pages list them. */
export const builtInLocales: Readonly<Record<string, BuiltInLocale>> = {
  en: { name: 'English', load: once(async () => (await import('./locales/english.ts')).english) },
  de: { name: 'Deutsch', load: once(async () => (await import('./locales/german.ts')).german) },
  es: { name: 'Español', load: once(async () => (await import('./locales/spanish.ts')).spanish) },
  fr: { name: 'Français', load: once(async () => (await import('./locales/french.ts')).french) },
  it: { name: 'Italiano', load: once(async () => (await import('./locales/italian.ts')).italian) },
  nl: { name: 'Nederlands', load: once(async () => (await import('./locales/dutch.ts')).dutch) },
  pl: { name: 'Polski', load: once(async () => (await import('./locales/polish.ts')).polish) },
  pt: { name: 'Português', load: once(async () => (await import('./locales/portuguese.ts')).portuguese) },
  tr: { name: 'Türkçe', load: once(async () => (await import('./locales/turkish.ts')).turkish) },
  ar: { name: 'العربية', load: once(async () => (await import('./locales/arabic.ts')).arabic) },
  ja: { name: '日本語', load: once(async () => (await import('./locales/japanese.ts')).japanese) },
  zh: { name: '中文', load: once(async () => (await import('./locales/chinese.ts')).chinese) },
}

/** Languages that are written from right to left. An override of `dir` wins over this list. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/i

const isMessage = (value: unknown): boolean => typeof value === 'string' || typeof value === 'function'

/** `base` with the members of `override`. An override that has another type than the base message is ignored. */
const merge = (base: unknown, override: unknown): unknown => {
  if (isMessage(base)) return typeof override === typeof base ? override : base
  if (!isObject(base) || !isObject(override)) return base
  return Object.fromEntries(Object.entries(base).map(([name, member]) => [name, merge(member, override[name])]))
}

const stringsOf = (override: unknown): Readonly<Record<string, string>> =>
  isObject(override)
    ? Object.fromEntries(
        Object.entries(override).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Adds optional members of error texts, such as `next`, that the override has and the base does not have. */
const mergeErrors = (merged: Messages, override: MessageOverride): Messages => {
  const errors = Object.entries(merged.errors).map(([type, text]) => {
    const own: unknown = Object.entries(override.errors ?? {}).find(([name]) => name === type)?.[1]
    return [type, { ...text, ...stringsOf(own) }]
  })
  return { ...merged, errors: Object.fromEntries(errors) }
}

/** The messages of the language `tag`: those of `override`, and those of `base` for the rest. */
const mergeMessages = (tag: string, base: Messages, override: MessageOverride): Messages => {
  const dir = override.dir ?? (RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr')
  const merged = merge(base, override) as Messages
  return { ...mergeErrors(merged, override), lang: tag, dir }
}

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
