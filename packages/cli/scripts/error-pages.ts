// Writes src/explain/error-pages.ts: the pages of docs/reference/errors, and the sections of warnings.md, for `authwright explain`.
// `node packages/cli/scripts/error-pages.ts`, then `npm run format`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../src/repository.ts'

const reference = join(import.meta.dirname, '../../../docs/reference')

/** Markdown as text for a terminal: links are followed by the address of their page, and comments are left out. */
const toText = (page: string, markdown: string): string =>
  markdown
    .replaceAll(/^```.*\n|^<!--.*-->\n\n?/gm, '')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_link, text: string, target: string) => {
      const url = new URL(target, `${REPOSITORY}/docs/reference/${page}`)
      return `${text.replaceAll('\n', ' ')} (${url.href})`
    })
    .replaceAll(/\*\*|`/g, '')
    .trim()

/** The text about each type of error, and about each code of a warning. */
export const readErrorPages = (): Readonly<Record<string, string>> => {
  const read = (page: string, heading: RegExp) =>
    readFileSync(join(reference, page), 'utf8')
      .split(heading)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end).trim(), toText(page, section.slice(end))] as const
      })
  const errors = globSync('errors/*.md', { cwd: reference }).toSorted()
  return Object.fromEntries([...errors.flatMap((page) => read(page, /^# /m)), ...read('warnings.md', /^## /m)])
}

if (import.meta.main) {
  const text = `// Written by scripts/error-pages.ts from docs/reference/errors and warnings.md.

/** The text about each type of error, and about each code of a warning. */
export const errorPages: Readonly<Record<string, string>> = ${JSON.stringify(readErrorPages(), null, 2)}
`
  writeFileSync(join(import.meta.dirname, '../src/explain/error-pages.ts'), text)
}
