import { once } from '../base/once.ts'
import type { Words } from './words.ts'

/** A language that comes with the library. */
export interface Language {
  /** Its name in itself. */
  readonly name: string
  /** Its sentences, loaded when they are first needed. */
  readonly load: () => Promise<Words>
}

/** The built-in languages by their tags, in the order of the list on the pages. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', load: once(async () => (await import('./english.ts')).english) },
  de: { name: 'Deutsch', load: once(async () => (await import('./german.ts')).german) },
  es: { name: 'Español', load: once(async () => (await import('./spanish.ts')).spanish) },
  fr: { name: 'Français', load: once(async () => (await import('./french.ts')).french) },
  it: { name: 'Italiano', load: once(async () => (await import('./italian.ts')).italian) },
  nl: { name: 'Nederlands', load: once(async () => (await import('./dutch.ts')).dutch) },
  pl: { name: 'Polski', load: once(async () => (await import('./polish.ts')).polish) },
  pt: { name: 'Português', load: once(async () => (await import('./portuguese.ts')).portuguese) },
  tr: { name: 'Türkçe', load: once(async () => (await import('./turkish.ts')).turkish) },
  ar: { name: 'العربية', load: once(async () => (await import('./arabic.ts')).arabic) },
  ja: { name: '日本語', load: once(async () => (await import('./japanese.ts')).japanese) },
  zh: { name: '中文', load: once(async () => (await import('./chinese.ts')).chinese) },
}

/** The built-in language with exactly this tag. */
export const findBuiltIn = (tag: string): Language | undefined =>
  Object.hasOwn(languages, tag) ? languages[tag] : undefined
