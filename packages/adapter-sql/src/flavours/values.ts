import type { Column, ColumnKind } from '../store/tables.ts'
import { fromLocal, toInstant } from './instants.ts'

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Databases count characters, of which one may be two units of a JavaScript string. */
const count = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)

const isCount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))

/** Refuses what the database might cut off without a word: a shortened key could be somebody else's. */
const checkLength = (value: unknown, { length }: Column): unknown => {
  if (typeof value === 'string' && length !== undefined && value.length > length && count(value) > length)
    throw new RangeError(`a value is longer than the ${length} characters of its column`)
  return value
}

/** Writes a value of a kind that all databases keep alike; `undefined` when the kind is not one of those. */
export const writeCommon = (column: Column, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (column.kind === 'iso') return toInstant(value)?.toISOString() ?? null
  if (column.kind === 'milliseconds') return String(toInstant(value)?.getTime())
  // What is no number or no UUID names nobody, and comparing it would be an error.
  if (column.kind === 'uuid') return typeof value === 'string' && UUID.test(value) ? value : null
  if (column.kind === 'serial') return isCount(value) ? Number(value) : null
  if (column.kind === 'text') return checkLength(value, column)
  // Columns of the application as well, which no kind of ours describes.
  if (column.kind === 'plain') checkLength(value, column)
  return undefined
}

/** Reads a value of a kind that all databases keep alike; `undefined` when the kind is not one of those. */
export const readCommon = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'zoneless' && value instanceof Date) return fromLocal(value)
  if (kind === 'instant' || kind === 'zoneless' || kind === 'iso' || kind === 'milliseconds') return toInstant(value)
  if (kind === 'flag') return value === true || Number(value) === 1
  if (kind === 'integer') return Number(value)
  if (kind === 'text' || kind === 'serial') return typeof value === 'number' ? String(value) : value
  return kind === 'json' ? undefined : value
}
