// Writes src/explain/error-pages.ts: the sections of docs/reference/errors.md and warnings.md, for `authwright explain`.
// `node packages/cli/scripts/error-pages.ts`, then `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../src/repository.ts'

const pages = ['errors.md', 'warnings.md'].map((name) => join(import.meta.dirname, '../../../docs/reference', name))

/** Markdown as text for a terminal: links are followed by the address of their page. */
const toText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_link, text: string, target: string) => {
      const url = new URL(target, `${REPOSITORY}/docs/reference/`)
      return `${text.replaceAll('\n', ' ')} (${url.href})`
    })
    .replaceAll(/\*\*|`/g, '')
    .trim()

/** The text about each type of error, and about each code of a warning. */
export const readErrorPages = (): Readonly<Record<string, string>> => {
  const sections = pages.flatMap((page) => readFileSync(page, 'utf8').split(/^## /m).slice(1))
  return Object.fromEntries(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end).trim(), toText(section.slice(end))]
    }),
  )
}

if (import.meta.main) {
  const text = `// Written by scripts/error-pages.ts from docs/reference/errors.md and warnings.md.

/** The text about each type of error, and about each code of a warning. */
export const errorPages: Readonly<Record<string, string>> = ${JSON.stringify(readErrorPages(), null, 2)}
`
  writeFileSync(join(import.meta.dirname, '../src/explain/error-pages.ts'), text)
}
