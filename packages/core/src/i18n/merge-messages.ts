import { isObject } from '../base/json.ts'
import type { Messages, MessageOverride } from '../types/messages.ts'

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
export const mergeMessages = (tag: string, base: Messages, override: MessageOverride): Messages => {
  const dir = override.dir ?? (RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr')
  const merged = merge(base, override) as Messages
  return { ...mergeErrors(merged, override), lang: tag, dir }
}
