import { BoundedMap } from '../base/bounded-map.ts'
import type { AuthError } from './auth-error.ts'
import { describeError } from './describe-error.ts'
import { errorDocs } from './error-docs.ts'

/** What a page of a development server says about an error: what the log says, without the lines of the code. */
export interface ErrorDetails {
  readonly text: string
  /** The address of the page of the documentation. */
  readonly docs: string
}

/** By reference. Of a development server only, where it holds no secrets: the texts are those of the log. */
const recent = new BoundedMap<string, ErrorDetails>(100)

/** The log's text of an error, without the lines of the code and the address of the documentation. */
const textOf = (error: AuthError): string => {
  const lines = describeError(error).split('\n')
  return lines.filter((line) => !/^(?: {4}at |\[docs\] )/.test(line)).join('\n')
}

/** What the log says of an error, with the address of the documentation and without the lines of the code. */
export const explainError = (error: AuthError): string => `${textOf(error)}\n${errorDocs(error.type)}\n`

/** A failure as a decision of its request. */
export const failureFacts = (error: AuthError, reference?: string) => ({
  type: error.type,
  reference,
  reason: error.cause?.['reason'],
  text: textOf(error).split('\n'),
  docs: errorDocs(error.type),
})

/** Keeps the details of an error for the page that a redirect with its reference leads to. */
export const keepErrorDetails = (reference: string, error: AuthError): void =>
  void recent.set(reference, { text: textOf(error), docs: errorDocs(error.type) })

export const findErrorDetails = (reference: string | null | undefined): ErrorDetails | undefined =>
  recent.get(reference ?? '')
