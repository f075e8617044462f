// Writes `src/pages/icons/icon-data.ts`: the icons of the built-in providers, as far as simple-icons has them. Run
// `node scripts/icons.ts` after a provider was added or simple-icons was updated. A test compares the file with the output.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readCatalog, type CatalogEntry } from './catalog/entries.ts'

export const target = join(import.meta.dirname, '../src/pages/icons/icon-data.ts')

interface SimpleIcon {
  readonly title: string
  readonly slug: string
  readonly hex: string
  /** Set if the icon has a license of its own. */
  readonly license?: { readonly type: string }
}

const require = createRequire(import.meta.url)

/** The names in simple-icons of brands whose provider has another id. */
const SIMPLE_ICONS_NAMES: Readonly<Record<string, string>> = {
  '42-school': '42',
  battlenet: 'battledotnet',
  hydra: 'ory',
  twitter: 'x',
  weibo: 'sinaweibo',
  wikimedia: 'wikimediafoundation',
}

const toSlug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const readIcons = (): ReadonlyMap<string, SimpleIcon> => {
  const data: readonly SimpleIcon[] = JSON.parse(readFileSync(require.resolve('simple-icons/icons.json'), 'utf8'))
  // Other licenses require a notice on every page.
  return new Map(
    data.filter(({ license }) => license === undefined || license.type === 'CC0-1.0').map((icon) => [icon.slug, icon]),
  )
}

const readPath = (slug: string): string => {
  const svg = readFileSync(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8')
  const path = /<path d="([MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+)"\/><\/svg>\s*$/.exec(svg)?.[1]
  if (path === undefined) throw new Error(`${slug}.svg does not contain exactly one path`)
  return path
}

const findIcon = ({ id, name }: CatalogEntry, icons: ReadonlyMap<string, SimpleIcon>): SimpleIcon | undefined =>
  [SIMPLE_ICONS_NAMES[id], toSlug(id), toSlug(name)]
    .map((slug) => icons.get(slug ?? ''))
    .find((icon) => icon !== undefined)

const HEAD = `/**
 * Brand icons by provider id: the color, and the path in a view box of 24 × 24. \`scripts/icons.ts\` writes this file
 * from simple-icons, which is in the public domain (CC0-1.0). The brands belong to their owners. Do not edit.
 */
export const icons: ReadonlyMap<string, { readonly color: string; readonly path: string }> = new Map(
  Object.entries({
`

const entryText = (id: string, { hex, slug }: SimpleIcon): string => {
  const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`
  return `    ${key}: {\n      color: '#${hex}',\n      path: '${readPath(slug)}',\n    },\n`
}

/** The content of the file, formatted. */
export const iconsText = async (): Promise<string> => {
  const icons = readIcons()
  const providers = (await readCatalog()).filter(({ type }) => type === 'oauth' || type === 'oidc')
  const found = new Map(providers.map((provider) => [provider.id, findIcon(provider, icons)]))
  const entries = [...found].flatMap(([id, icon]) => (icon === undefined ? [] : [entryText(id, icon)]))
  return `${HEAD}${entries.toSorted().join('')}  }),\n)\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, await iconsText())
