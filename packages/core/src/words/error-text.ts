import type { ErrorText, ErrorWithText, Words } from './words.ts'

const hasText = (words: Words, type: string): type is ErrorWithText => Object.hasOwn(words.errors, type)

/** The text of an error type. Anything that is no own member of the catalogue, `constructor` say, gets the general text. */
export const errorText = (words: Words, type: string): ErrorText =>
  hasText(words, type) ? words.errors[type] : words.anyError
