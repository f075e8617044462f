import { once } from '../base/once.ts'
import type { Messages } from '../types/messages.ts'

/** A language that is part of the library. */
export interface BuiltInLocale {
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
