import { isObject } from '../base/json.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { MessageOverride } from '../types/messages.ts'
import { builtInCatalog, hasMessages, messageCatalog } from '../i18n/message-catalog.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'
import * as read from './readers.ts'

/** The canonical form of a BCP 47 language tag. */
const readTag = (tag: unknown, option: string): string => {
  try {
    if (typeof tag === 'string') return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    // The error below names the option.
  }
  throw new InvalidConfig(`${option} has to be a language tag, such as "de" or "pt-BR"`, { option })
}

const isOverride = (value: unknown): value is MessageOverride =>
  typeof value === 'string' ||
  typeof value === 'function' ||
  (isObject(value) && Object.values(value).every(isOverride))

const readOverrides = (written: unknown): Readonly<Record<string, MessageOverride>> => {
  const entries = Object.entries(read.readRecord(written, 'i18n.messages')).map(([tag, override]) => {
    const option = `i18n.messages.${tag}`
    if (!isObject(override) || !isOverride(override))
      throw new InvalidConfig(`${option} has to contain strings, and functions for messages with placeholders`, {
        option,
      })
    return [readTag(tag, option), override] as const
  })
  return Object.fromEntries(entries)
}

/** The languages and the messages of pages and e-mails. Throws `InvalidConfig` if an offered language has no messages. */
export const readI18n = (config: AuthConfig): MessageCatalog => {
  const { locales, messages } = read.readRecord(config.i18n, 'i18n')
  if (messages === undefined && locales === undefined) return builtInCatalog
  const overrides = readOverrides(messages)
  if (locales === undefined) return messageCatalog(overrides)
  const option = 'i18n.locales'
  if (!Array.isArray(locales) || locales.length === 0)
    throw new InvalidConfig(`${option} has to be a list of language tags`, { option })
  const offered = locales.map((tag: unknown) => readTag(tag, option))
  const missing = offered.find((tag) => !hasMessages(tag, overrides))
  if (missing !== undefined)
    throw new InvalidConfig(`There are no messages for "${missing}": add them to i18n.messages`, { option })
  return messageCatalog(overrides, [...new Set(offered)])
}
