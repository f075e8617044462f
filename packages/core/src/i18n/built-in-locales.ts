import { once } from '../base/once.ts'
import type { Messages } from './messages.ts'

/** A language that comes with the library. */
export interface Language {
  /** Its name in itself. */
  readonly name: string
  /** Its sentences, loaded when they are first needed. */
  readonly load: () => Promise<Messages>
}

/** The built-in languages by their tags, in the order of the list on the pages. */
export const builtInLocales: Readonly<Record<string, Language>> = {
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

/** The built-in language with exactly this tag. */
export const findBuiltIn = (tag: string): Language | undefined =>
  Object.hasOwn(builtInLocales, tag) ? builtInLocales[tag] : undefined
