import { isObject } from '../base/json.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import { builtInTags, offerMessages, type OfferedMessages } from '../i18n/offered-messages.ts'
import type { MessageOverride, MessagesOptions } from '../types/messages.ts'
import { invalidOption, type Option } from './readers.ts'

const readTag = (tag: unknown, name: string): string => {
  try {
    if (typeof tag === 'string') return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    // The error below names the option.
  }
  throw invalidOption(name, 'a language tag, such as "de" or "pt-BR"', tag)
}

const isOverride = (value: unknown): value is MessageOverride =>
  typeof value === 'string' ||
  typeof value === 'function' ||
  (isObject(value) && Object.values(value).every(isOverride))

export const locales = (): Option<readonly string[] | undefined> => ({
  read: (value, name) => {
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.length === 0) throw invalidOption(name, 'a list of language tags', value)
    return [...new Set(value.map((tag: unknown) => readTag(tag, name)))]
  },
})

export const messages = (): Option<MessagesOptions | undefined> => ({
  read: (value, name) => {
    if (value === undefined) return undefined
    if (!isObject(value)) throw invalidOption(name, 'an object', value)
    const entries = Object.entries(value).map(([tag, override]) => {
      const at = `${name}.${tag}`
      if (isObject(override) && isOverride(override)) return [readTag(tag, at), override] as const
      const why = `${at} has to contain strings, and functions for messages with placeholders`
      throw new InvalidConfig(why, { option: at })
    })
    return Object.fromEntries(entries)
  },
})

/** The offered languages. Throws `InvalidConfig` if one of them has no messages. */
export const resolveMessages = (offered?: readonly string[], overrides?: MessagesOptions): OfferedMessages => {
  const known: readonly string[] = [...builtInTags, ...Object.keys(overrides ?? {})]
  const missing = offered?.find((tag) => !known.includes(tag))
  if (missing !== undefined)
    throw new InvalidConfig(`There are no messages for "${missing}"`, {
      option: 'i18n.locales',
      fix: `Add the messages as i18n.messages["${missing}"], or remove "${missing}" from i18n.locales`,
    })
  return offerMessages(overrides, offered)
}
