import type { MessagesOptions } from '../types/messages.ts'

/** The languages that are part of the library, in the order in which the pages list them. */
export const builtInTags = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ar', 'ja', 'zh'] as const

/** The languages that a site offers. The first one of `offered` is for users who prefer none of them. */
export interface OfferedMessages {
  readonly offered: readonly string[]
  readonly overrides: MessagesOptions
}

export const offerMessages = (
  overrides: MessagesOptions = {},
  offered: readonly string[] = [...new Set([...builtInTags, ...Object.keys(overrides)])],
): OfferedMessages => Object.freeze({ offered, overrides })
