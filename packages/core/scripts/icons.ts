// Writes src/icons/icons.ts: the icon of each provider of the catalogue that simple-icons has one for. `node scripts/icons.ts`
// after entries were added or simple-icons was updated; a test compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readCatalogue } from './catalogue/entries.ts'
import type { CatalogueEntry } from './catalogue/entries.ts'

export const target = join(import.meta.dirname, '../src/pages/icons/icon-data.ts')

interface SimpleIcon {
  readonly title: string
  readonly slug: string
  readonly hex: string
  /** An icon of which others hold rights that its use has to mention. */
  readonly license?: { readonly type: string }
}

const require = createRequire(import.meta.url)

/** Where the catalogue's id is not the name that simple-icons has for the same brand. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '42-school': '42',
  battlenet: 'battledotnet',
  hydra: 'ory',
  twitter: 'x',
  weibo: 'sinaweibo',
  wikimedia: 'wikimediafoundation',
}

const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const readIcons = (): ReadonlyMap<string, SimpleIcon> => {
  const data: readonly SimpleIcon[] = JSON.parse(readFileSync(require.resolve('simple-icons/icons.json'), 'utf8'))
  // What is not in the public domain would need a notice on every page.
  return new Map(
    data.filter(({ license }) => license === undefined || license.type === 'CC0-1.0').map((icon) => [icon.slug, icon]),
  )
}

const pathOf = (slug: string): string => {
  const svg = readFileSync(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8')
  const path = /<path d="([MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+)"\/><\/svg>\s*$/.exec(svg)?.[1]
  if (path === undefined) throw new Error(`${slug}.svg is not one path`)
  return path
}

const findIcon = ({ id, name }: CatalogueEntry, icons: ReadonlyMap<string, SimpleIcon>): SimpleIcon | undefined =>
  [OTHER_NAMES[id], squeezed(id), squeezed(name)]
    .map((slug) => icons.get(slug ?? ''))
    .find((icon) => icon !== undefined)

const HEAD = `/**
 * Icons of brands by provider id, drawn on a square of 24: colour and path. Written by \`scripts/icons.ts\` from simple-icons,
 * which is in the public domain (CC0-1.0); the brands themselves are their owners'. Do not edit.
 */
export const icons: ReadonlyMap<string, { readonly colour: string; readonly path: string }> = new Map(
  Object.entries({
`

const rowOf = (id: string, { hex, slug }: SimpleIcon): string => {
  const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`
  return `    ${key}: {\n      colour: '#${hex}',\n      path: '${pathOf(slug)}',\n    },\n`
}

/** The text of the file, as the formatter leaves it. */
export const iconsText = async (): Promise<string> => {
  const icons = readIcons()
  const entries = await readCatalogue()
  const leaving = entries.filter(({ type }) => type === 'oauth' || type === 'oidc')
  const found = new Map(leaving.map((entry) => [entry.id, findIcon(entry, icons)]))
  const rows = [...found].flatMap(([id, icon]) => (icon === undefined ? [] : [rowOf(id, icon)]))
  return `${HEAD}${rows.toSorted().join('')}  }),\n)\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, await iconsText())
