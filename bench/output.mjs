// Writes the results of a suite: as JSON, as charts, and as the tables of docs/understand/performance.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { machine, today } from './report.mjs'

const RESULTS = new URL('results/', import.meta.url)
const DOCS = new URL('../docs/understand/', import.meta.url)
const PAGE = new URL('performance.md', DOCS)

/** Replaces a part of the page. @param {string} name @param {string} text */
const writePart = (name, text) => {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${PAGE.pathname} has no part ${name}`)
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`)
}

/**
 * @typedef {object} Output
 * @property {object} data
 * @property {Readonly<Record<string, string>>} charts SVG by file name
 * @property {Readonly<Record<string, string>>} parts Markdown by the name of the part
 */

/** @param {string} suite @param {Output} output */
export const writeResults = (suite, { data, charts, parts }) => {
  mkdirSync(RESULTS, { recursive: true })
  mkdirSync(new URL('performance/', DOCS), { recursive: true })
  const all = { date: today(), machine: machine(), ...data }
  writeFileSync(new URL(`${suite}.json`, RESULTS), `${JSON.stringify(all, undefined, 2)}\n`)
  for (const [name, svg] of Object.entries(charts)) writeFileSync(new URL(`performance/${name}.svg`, DOCS), svg)
  for (const [name, text] of Object.entries(parts)) {
    writePart(name, `Measured on ${today()}: ${machine()}. \`npm run bench -- ${suite} --write\` writes it.\n\n${text}`)
  }
}
