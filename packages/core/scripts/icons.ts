// Writes `src/pages/icons/icon-data.ts`: the icons of the built-in providers, password managers and security keys, from `brand-marks.ts` or else from
// simple-icons. Run `node scripts/icons.ts` after a provider was added or simple-icons was updated. A test compares the
// file with the output.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brandMarks, type BrandMark } from './brand-marks.ts'
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

/** Password managers and security keys, by the id in `authenticator-models.ts`. They have no provider. */
const AUTHENTICATORS: Readonly<Record<string, string>> = {
  '1password': '1password',
  bitwarden: 'bitwarden',
  chrome: 'googlechrome',
  dashlane: 'dashlane',
  enpass: 'enpass',
  keepassxc: 'keepassxc',
  keeper: 'keeper',
  lastpass: 'lastpass',
  proton: 'proton',
  yubico: 'yubico',
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
 * Brand icons by the id of the provider or the authenticator: the color, and a path in the color of the text or paths with their own colors. The view
 * box is 24 × 24 unless it is given. \`scripts/icons.ts\` writes this file from simple-icons, which is in the public domain
 * (CC0-1.0), and from \`scripts/brand-marks.ts\`, which names the sources. The brands belong to their owners. Do not edit.
 */
interface BrandIcon {
  readonly color: string
  readonly viewBox?: string
  readonly path: string | readonly (readonly [color: string, path: string])[]
}

export const icons: ReadonlyMap<string, BrandIcon> = new Map(
  Object.entries<BrandIcon>({
`

const WIDTH = 120

/** A part of a mark, on several lines if one is too short for it. */
const partText = (color: string, path: string): string => {
  const line = `        ['${color}', '${path}'],\n`
  return line.length <= WIDTH + 1 ? line : `        [\n          '${color}',\n          '${path}',\n        ],\n`
}

const pathText = (path: BrandMark['path']): string =>
  typeof path === 'string' ? `'${path}'` : `[\n${path.map((part) => partText(...part)).join('')}      ]`

const entryText = (id: string, { color, viewBox, path }: Omit<BrandMark, 'source'>): string => {
  const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`
  const box = viewBox === undefined ? '' : `      viewBox: '${viewBox}',\n`
  return `    ${key}: {\n      color: '${color}',\n${box}      path: ${pathText(path)},\n    },\n`
}

/** The content of the file, formatted. */
export const iconsText = async (): Promise<string> => {
  const icons = readIcons()
  const providers = (await readCatalog()).filter(({ type }) => type === 'oauth' || type === 'oidc')
  const entries = providers.flatMap((provider) => {
    const icon = findIcon(provider, icons)
    const mark = brandMarks[provider.id] ?? (icon && { color: `#${icon.hex}`, path: readPath(icon.slug) })
    return mark === undefined ? [] : [entryText(provider.id, mark)]
  })
  for (const [id, slug] of Object.entries(AUTHENTICATORS)) {
    const icon = icons.get(slug)
    if (icon === undefined) throw new Error(`simple-icons has no ${slug} in the public domain`)
    entries.push(entryText(id, { color: `#${icon.hex}`, path: readPath(slug) }))
  }
  // Some providers have two files.
  const unique = [...new Set(entries)]
  return `${HEAD}${unique.toSorted().join('')}  }),\n)\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, await iconsText())
