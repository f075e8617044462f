// Writes a page for each published package, with every export, its docstring, its example and its members. The pages are part of the
// site and not of the repository: they say what the built packages say.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocstrings } from './docstrings.mjs'

/** Text outside of code that Markdown and Vue would read as an element or an expression. */
const escape = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')

const cell = (text) => escape(text.replace(/\s*\n\s*/g, ' ')).replaceAll('|', '\\|')

/** A type in a table. A long one is left to the editor. */
const typeCell = (type) =>
  type.length > 80 ? '' : `<code v-pre>${type.replaceAll('<', '&lt;').replaceAll('|', '&#124;')}</code>`

// `typescript` and not `ts`: the examples are compiled with the docstrings, and not again with the pages.
const block = (code) => (code.startsWith('```') ? code : `\`\`\`typescript\n${code}\n\`\`\``)

const sectionOf = (entry, members) => {
  const rows = members.map(
    ({ name, type, text }) => `| \`${name.slice(entry.name.length + 1)}\` | ${typeCell(type)} | ${cell(text)} |`,
  )
  return [
    `### ${entry.name}`,
    escape(entry.text),
    ...(entry.type === '' || entry.type.length > 400 ? [] : [block(entry.type)]),
    ...entry.examples.map(block),
    ...(rows.length === 0 ? [] : [['| member | type | |', '|---|---|---|', ...new Set(rows)].join('\n')]),
  ].join('\n\n')
}

const pageOf = (name, documented) => {
  const lines = [`# ${name}`, `Every export of \`${name}\`. An editor shows the same texts on hover.`]
  for (const [specifier, entries] of Map.groupBy(documented, (entry) => entry.specifier)) {
    lines.push(`## ${specifier}`)
    const exported = entries.filter(({ kind }) => kind !== 'member')
    for (const entry of exported.toSorted((a, b) => a.name.localeCompare(b.name)))
      lines.push(
        sectionOf(
          entry,
          entries.filter((other) => other.kind === 'member' && other.name.startsWith(`${entry.name}.`)),
        ),
      )
  }
  return `${lines.join('\n\n')}\n`
}

/** Writes the pages. Returns 0. @param {string} docs */
export const writeApiReference = async (docs) => {
  const folder = join(docs, 'reference/api')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packageOf = ({ specifier }) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
  for (const [name, documented] of Map.groupBy(readDocstrings(), packageOf))
    writeFileSync(join(folder, `${name.replace('@authwright/', '')}.md`), pageOf(name, documented))
  return 0
}
