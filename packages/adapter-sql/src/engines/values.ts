import type { Column, ColumnKind } from '../store/tables.ts'

/**
 * Reads an instant from a `Date`, from text or from milliseconds. Returns `null` for no value, and throws otherwise.
 */
export const toInstant = (value: unknown): Date | null => {
  if (value === null || value === undefined || value === '') return null
  const instant = value instanceof Date ? value : new Date(typeof value === 'string' ? parse(value) : Number(value))
  if (Number.isNaN(instant.getTime())) throw new TypeError('the value is not an instant')
  return instant
}

// Databases write UTC without naming the zone. Text of digits only is milliseconds.
const parse = (text: string): number => {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  const withoutZone = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(text)
  return Date.parse(withoutZone === null ? text : `${withoutZone[1]}T${withoutZone[2]}Z`)
}

/**
 * Corrects an instant from a column without a time zone. The column holds UTC, but the client library read it as local
 * time. Instants in the hour that a change to summer time skips cannot be told apart.
 */
const localTimeAsUtc = (read: Date): Date =>
  new Date(
    Date.UTC(
      read.getFullYear(),
      read.getMonth(),
      read.getDate(),
      read.getHours(),
      read.getMinutes(),
      read.getSeconds(),
      read.getMilliseconds(),
    ),
  )

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Databases count characters. One character may be two units of a JavaScript string. */
const countCharacters = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)

const isSerial = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))

/** Throws if the text is too long for its column. A database may truncate silently, and two keys would become equal. */
const checkLength = (value: unknown, { length }: Column): unknown => {
  if (typeof value === 'string' && length !== undefined && value.length > length && countCharacters(value) > length)
    throw new RangeError(`the value is longer than the ${length} characters of its column`)
  return value
}

/** Converts a value whose kind all engines store alike. Returns `undefined` for other kinds. */
export const writeCommon = (column: Column, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (column.kind === 'iso') return toInstant(value)?.toISOString() ?? null
  if (column.kind === 'milliseconds') return String(toInstant(value)?.getTime())
  // An id of another form matches no row, and comparing it would be an SQL error.
  if (column.kind === 'uuid') return typeof value === 'string' && UUID.test(value) ? value : null
  if (column.kind === 'serial') return isSerial(value) ? Number(value) : null
  if (column.kind === 'text') return checkLength(value, column)
  // Includes the application's own columns of unknown types.
  if (column.kind === 'plain') checkLength(value, column)
  return undefined
}

/** Converts a stored value whose kind all engines store alike. Returns `undefined` for JSON. */
export const readCommon = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'zoneless' && value instanceof Date) return localTimeAsUtc(value)
  if (kind === 'instant' || kind === 'zoneless' || kind === 'iso' || kind === 'milliseconds') return toInstant(value)
  if (kind === 'flag') return value === true || Number(value) === 1
  if (kind === 'integer') return Number(value)
  if (kind === 'text' || kind === 'serial') return typeof value === 'number' ? String(value) : value
  return kind === 'json' ? undefined : value
}
