import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** Formats a Markdown table. */
export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

const waitBriefly = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)

/** Runs a step while no other process changes the page. Making a folder is atomic, so the folder is the lock. */
const withLock = (page: string, run: () => void): void => {
  const folder = `${page}.lock`
  const until = Date.now() + 10_000
  for (;;) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (!isTaken(error)) throw error
      if (Date.now() > until) throw new Error(`Remove ${folder}, which a run has left`, { cause: error })
      waitBriefly()
    }
  }
  try {
    run()
  } finally {
    rmdirSync(folder)
  }
}

/** Splits a page at the markers of a generated part. */
const splitPage = (page: string, name: string) => {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no part ${start} … ${end}`)
  const text = from + start.length
  return { before: page.slice(0, text), written: page.slice(text, to), after: page.slice(to) }
}

const between = (text: string): string => `\n\n${text}\n\n`

/** The page with a new text for its generated part. */
export const replacePart = (page: string, name: string, text: string): string => {
  const { before, after } = splitPage(page, name)
  return before + between(text) + after
}

/** Compares a table with the one in a page of docs. With AUTHWRIGHT_WRITE_DOCS=1 it writes the table first. */
export const generated = (
  file: string,
  name: string,
  table: string,
): { readonly written: string; readonly measured: string } => {
  const page = docs + file
  const measured = between(table)
  const read = () => readFileSync(page, 'utf8')
  if (process.env['AUTHWRIGHT_WRITE_DOCS'] !== '1') return { written: splitPage(read(), name).written, measured }
  // Test files write their parts of a page at the same time.
  withLock(page, () => writeFileSync(page, replacePart(read(), name, table)))
  return { written: measured, measured }
}
