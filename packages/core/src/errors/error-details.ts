import { BoundedMap } from '../base/bounded-map.ts'
import { escapeHtml } from '../base/text.ts'
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

/** What the log says of an error as a page, whose link leads to the documentation. */
const pageOf = (error: AuthError, text: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(error.type)}</title>
</head>
<body>
<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text)}</pre>
<p><a href="${escapeHtml(errorDocs(error.type))}">Documentation of this error</a></p>
<p>Only a development server shows this page. The terminal has the lines of the code.</p>
</body>
</html>
`

/** What the log says of an error without the lines of the code: with the address of the documentation, and as a page. */
export const explainError = (error: AuthError): { readonly text: string; readonly page: string } => {
  const text = textOf(error)
  return { text: `${text}\n${errorDocs(error.type)}\n`, page: pageOf(error, text) }
}

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
