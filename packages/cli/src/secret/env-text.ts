// The text of a .env file is handled as Latin-1, so that every byte that is not changed stays as it is.

interface Assignment {
  readonly line: { readonly start: number; readonly end: number }
  readonly value: { readonly start: number; readonly end: number }
  readonly text: string
}

const VALUE = /"(?<double>[^"\r\n]*)"|'(?<single>[^'\r\n]*)'|`(?<back>[^`\r\n]*)`|(?<plain>[^\r\n#]*[^\r\n#\s])?/

/** Where a variable is assigned. The last line counts, as for the readers of these files. */
const findAssignment = (text: string, name: string): Assignment | undefined => {
  const pattern = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*)(${VALUE.source})[^\\r\\n]*`, 'gm')
  const found = [...text.matchAll(pattern)].at(-1)
  if (found === undefined) return undefined
  const [whole, before = '', value = ''] = found
  const start = found.index + before.length
  const { double, single, back, plain } = found.groups ?? {}
  return {
    line: { start: found.index, end: found.index + whole.length },
    value: { start, end: start + value.length },
    text: double ?? single ?? back ?? plain ?? '',
  }
}

/** The value of a variable: `undefined` if no line assigns it, and an empty text if the line has no value. */
export const readVariable = (text: string, name: string): string | undefined => findAssignment(text, name)?.text

const lineEndOf = (text: string): string => (/\r\n[^\n]*$/.test(text) ? '\r\n' : '\n')

/** JSON has double quotes. No value has a single quote: secrets are base64, and so is all text of a JWK. */
const quote = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`)

/** A line of a .env file. */
export const variableLine = (name: string, value: string): string => `${name}=${quote(value)}`

/** Assigns a variable in its own line, or in a new line at the end. `undefined` removes the line. */
export const writeVariable = (text: string, name: string, value: string | undefined): string => {
  const at = findAssignment(text, name)
  if (value === undefined)
    return at === undefined ? text : text.slice(0, at.line.start) + text.slice(at.line.end).replace(/^\r?\n/, '')
  if (at !== undefined) return `${text.slice(0, at.value.start)}${quote(value)}${text.slice(at.value.end)}`
  const end = lineEndOf(text)
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}${variableLine(name, value)}${end}`
}
