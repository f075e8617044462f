// Reports retired words (retired-words.mjs) in the code, tests, scripts and documents of the repository, and in their paths.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreign, identifiers, words } from './retired-words.mjs'
import { root } from './tools.mjs'

const isChecked = /\.(?:ts|mjs|cjs|js|svelte|md|css|html|sh|ya?ml)$|(?:^|\/)package\.json$/

const isSkipped = [
  /^scripts\/retired-words\.mjs$/,
  // Other languages than English.
  /^packages\/core\/src\/i18n\/locales\/(?!english)/,
  // CSS names some colors in British spelling too.
  /^packages\/core\/src\/web\/color-names\.ts$/,
  // Written by other tools.
  /\/generated\//,
]

/** Records of the past quote the names that were superseded. */
const isRecord = /(?:^|\/)CHANGELOG\.md$|^docs\/decisions\//
const withoutQuotes = (line) => line.replaceAll(/`[^`]*`/g, '``')

const splitIdentifiers = (line) => line.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
const wholeWords = (pattern, flags) => new RegExp(`\\b(?:${pattern})\\b`, flags)

const tables = [
  { table: identifiers, prepare: (line) => line, flags: '' },
  { table: words, prepare: splitIdentifiers, flags: 'i' },
].map(({ table, prepare, flags }) => ({
  prepare,
  any: wholeWords(Object.keys(table).join('|'), flags),
  rows: Object.entries(table).map(([pattern, instead]) => ({ matches: wholeWords(pattern, `g${flags}`), instead })),
}))

const findIn = (line) =>
  tables.flatMap(({ prepare, any, rows }) => {
    const text = prepare(line)
    if (!any.test(text)) return []
    return rows.flatMap(({ matches, instead }) => (text.match(matches) ?? []).map((word) => ({ word, instead })))
  })

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => isChecked.test(file) && !isSkipped.some((skipped) => skipped.test(file)))
  .filter((file) => existsSync(join(root, file)))

const findings = files.flatMap((file) => {
  // A word in the path is reported at line 1.
  const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')]
  return lines.flatMap((line, number) =>
    findIn((isRecord.test(file) ? withoutQuotes(line) : line).replaceAll(foreign, '')).map(
      ({ word, instead }) => `${file}:${Math.max(number, 1)}: "${word}" is retired. Use instead: ${instead}`,
    ),
  )
})
for (const finding of findings) console.error(finding)
if (findings.length > 0) console.error(`${findings.length} retired words`)
process.exitCode = findings.length > 0 ? 1 : 0
