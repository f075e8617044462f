import { isObject } from '../base/json.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { MessageOverride } from '../types/messages.ts'
import { isKnownLocale, builtInCatalog, messageCatalog } from '../i18n/message-catalog.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'
import * as read from './readers.ts'

/** BCP 47, as the platform knows it; the tag as it is usually written. */
const readTag = (tag: unknown, option: string): string => {
  try {
    if (typeof tag === 'string') return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    // Said below, with the name of the option.
  }
  throw new InvalidConfig(`${option} has to be a language tag, such as "de" or "pt-BR"`, { option })
}

const isOverride = (value: unknown): value is MessageOverride =>
  typeof value === 'string' ||
  typeof value === 'function' ||
  (isObject(value) && Object.values(value).every(isOverride))

const readOverrides = (config: AuthConfig): Readonly<Record<string, MessageOverride>> => {
  const entries = Object.entries(read.readRecord(config.words, 'words')).map(([tag, messages]) => {
    if (!isObject(messages) || !isOverride(messages))
      throw new InvalidConfig(`words.${tag} has to hold sentences: strings, and functions where a sentence has gaps`)
    return [readTag(tag, `words.${tag}`), messages] as const
  })
  return Object.fromEntries(entries)
}

/** The languages that pages and mails are there in. Throws when one is asked for that has no sentences. */
export const readMessages = (config: AuthConfig): MessageCatalog => {
  if (config.words === undefined && config.languages === undefined) return builtInCatalog
  const overrides = readOverrides(config)
  const { languages } = config
  if (languages === undefined) return messageCatalog(overrides)
  if (!Array.isArray(languages) || languages.length === 0)
    throw new InvalidConfig('languages has to be a list of language tags', { option: 'languages' })
  const offered = languages.map((tag: unknown) => readTag(tag, 'languages'))
  const unknown = offered.find((tag) => !isKnownLocale(tag, overrides))
  if (unknown !== undefined) throw new InvalidConfig(`There are no sentences for "${unknown}": put them into words`)
  return messageCatalog(overrides, [...new Set(offered)])
}
