import type { Store } from '../store/store.ts'
import type { Columns, Row } from '../store/tables.ts'

/** The members of a value for which there is a column, as the database keeps them. Others are dropped, with a note. */
export const writeRow = (store: Store, columns: Columns, value: object): Row => {
  const row: Row = {}
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (member === undefined) continue
    if (kind === undefined) store.note(`no column for the member ${name}: it is not kept`)
    else row[name] = store.flavour.write(kind, member)
  }
  return row
}

/** A row as the application sees it. */
export const readRow = (store: Store, columns: Columns, row: Row): Row => {
  const value: Row = {}
  for (const [name, kept] of Object.entries(row)) value[name] = store.flavour.read(columns[name] ?? 'plain', kept)
  return value
}

/** An instant that must be there. */
export const readInstant = (store: Store, kept: unknown): Date => {
  const instant = store.flavour.read('instant', kept)
  if (!(instant instanceof Date)) throw new TypeError('a row lacks its instant')
  return instant
}
