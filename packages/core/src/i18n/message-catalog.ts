import { once, oncePer } from '../base/async.ts'
import type { MessageOverride, Messages } from '../types/messages.ts'
import { isObject } from '../base/json.ts'
import { findLocale } from './choose-locale.ts'
import { builtInTags, offerMessages, type OfferedMessages } from './offered-messages.ts'

/** A language that is part of the library, with its name in that language. */
interface BuiltInLocale {
  readonly name: string
  readonly load: () => Promise<Messages>
}

const english = { name: 'English', load: once(async () => (await import('./locales/english.ts')).english) }

/** The built-in languages by tag. */
export const builtInLocales: Readonly<Record<string, BuiltInLocale>> = {
  en: english,
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
} satisfies Record<(typeof builtInTags)[number], BuiltInLocale>

/** Languages that are written from right to left. An override of `dir` wins over this list. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/i

/** `base` with the members of `override`. An override that has another type than the base message is ignored. */
const merge = (base: unknown, override: unknown): unknown => {
  // An override may add an optional text that the base does not have, such as `next` of an error.
  if (!isObject(base)) return typeof override === typeof (base ?? '') ? override : base
  if (!isObject(override)) return base
  const names = Object.keys({ ...base, ...override })
  return Object.fromEntries(names.map((name) => [name, merge(base[name], override[name])]))
}

const mergeMessages = (tag: string, base: Messages, override: MessageOverride): Messages => {
  const dir = override.dir ?? (RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr')
  return { ...(merge(base, override) as Messages), lang: tag, dir }
}

const findBuiltIn = (tag: string): BuiltInLocale | undefined =>
  Object.hasOwn(builtInLocales, tag) ? builtInLocales[tag] : undefined

/** The name of a language, in that language. */
const nameOf = (tag: string): string => {
  const builtIn = findBuiltIn(tag)?.name
  if (builtIn !== undefined) return builtIn
  const [first = '', ...rest] = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return first.toLocaleUpperCase(tag) + rest.join('')
}

const loadBuiltIn = (tag: string): Promise<Messages> => (findBuiltIn(tag) ?? english).load()

const makeLoader = (tag: string, override: MessageOverride | undefined): (() => Promise<Messages>) => {
  if (override === undefined) return () => loadBuiltIn(tag)
  const closest = findLocale([tag.toLowerCase()], builtInTags) ?? 'en'
  return once(async () => mergeMessages(tag, await loadBuiltIn(closest), override))
}

/** The names and messages of the offered languages. */
export const messageCatalog = oncePer(({ offered, overrides }: OfferedMessages) => {
  const loaders = new Map(offered.map((tag) => [tag, makeLoader(tag, overrides[tag])]))
  return Object.freeze({ offered, nameOf, load: (tag: string) => (loaders.get(tag) ?? english.load)() })
})

export type MessageCatalog = ReturnType<typeof messageCatalog>

export const builtInCatalog = messageCatalog(offerMessages())
