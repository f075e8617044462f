import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** Formats a Markdown table. */
export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

/** Compares a table with the one in a page of docs. With AUTHWRIGHT_WRITE_DOCS=1 it writes the table first. */
export const generated = (
  file: string,
  name: string,
  table: string,
): { readonly written: string; readonly measured: string } => {
  const page = docs + file
  const text = readFileSync(page, 'utf8')
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)]
  const measured = `\n\n${table}\n\n`
  if (process.env['AUTHWRIGHT_WRITE_DOCS'] !== '1') return { written: text.slice(from, to), measured }
  writeFileSync(page, text.slice(0, from) + measured + text.slice(to))
  return { written: measured, measured }
}
