// Writes the icons: a file in `src/providers/icons` for each provider, and the marks of password managers and security
// keys in `src/pages/icons/authenticator-icons.ts`. They come from `brand-marks.ts`, or else from simple-icons. Run
// `node scripts/icons.ts` after a provider was added or simple-icons was updated. A test compares the files with the
// output.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { authenticatorModels } from '../src/protocols/webauthn/authenticator-models.ts'
import { brandMarks, type BrandMark } from './brand-marks.ts'
import { readCatalog } from './catalog/entries.ts'

const source = join(import.meta.dirname, '../src')
/** The icons of the providers. */
export const folder = join(source, 'providers/icons')
const authenticatorFile = join(source, 'pages/icons/authenticator-icons.ts')

interface SimpleIcon {
  readonly title: string
  readonly slug: string
  readonly hex: string
  /** Set if the icon has a license of its own. */
  readonly license?: { readonly type: string }
}

const require = createRequire(import.meta.url)

/** The names in simple-icons of brands whose provider or authenticator has another id. */
const SIMPLE_ICONS_NAMES: Readonly<Record<string, string>> = {
  '42-school': '42',
  battlenet: 'battledotnet',
  chrome: 'googlechrome',
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

/** A brand that has a mark: a provider by its id and its name, or an authenticator by its id. */
type Brand = { readonly id: string; readonly name: string }

type Icon = Omit<BrandMark, 'source'>

const findIcon = ({ id, name }: Brand, icons: ReadonlyMap<string, SimpleIcon>): Icon | undefined => {
  const mark = brandMarks[id]
  if (mark !== undefined) return mark
  const slugs = [SIMPLE_ICONS_NAMES[id], toSlug(id), toSlug(name)]
  const icon = slugs.map((slug) => icons.get(slug ?? '')).find((found) => found !== undefined)
  return icon && { color: `#${icon.hex}`, path: readPath(icon.slug) }
}

const ORIGIN = `// \`scripts/icons.ts\` writes this file from simple-icons, which is in the public domain (CC0-1.0), and from
// \`scripts/brand-marks.ts\`, which names the sources. The brand belongs to its owner. Do not edit.
import type { ProviderIcon } from '../../types/providers.ts'
`

const WIDTH = 120

/** A part of a mark, on several lines if one is too short for it. */
const partText = (indent: string, color: string, path: string): string => {
  const line = `${indent}['${color}', '${path}'],\n`
  if (line.length <= WIDTH + 1) return line
  return `${indent}[\n${indent}  '${color}',\n${indent}  '${path}',\n${indent}],\n`
}

const pathText = (indent: string, path: Icon['path']): string => {
  if (typeof path === 'string') return `'${path}'`
  return `[\n${path.map((part) => partText(`${indent}  `, ...part)).join('')}${indent}]`
}

/** The members of an icon, formatted. */
const membersText = (indent: string, { color, viewBox, path }: Icon): string => {
  const box = viewBox === undefined ? '' : `${indent}viewBox: '${viewBox}',\n`
  return `${indent}color: '${color}',\n${box}${indent}path: ${pathText(indent, path)},\n`
}

const providerText = (icon: Icon): string =>
  `${ORIGIN}\nconst icon: ProviderIcon = {\n${membersText('  ', icon)}}\n\nexport default icon\n`

const authenticatorText = (id: string, icon: Icon): string => {
  const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`
  return `    ${key}: {\n${membersText('      ', icon)}    },\n`
}

const authenticatorsText = (icons: ReadonlyMap<string, SimpleIcon>): string => {
  const ids = [...authenticatorModels.values()].flatMap(({ icon }) => (icon === undefined ? [] : [icon]))
  const entries = [...new Set(ids)].toSorted().map((id) => {
    const icon = findIcon({ id, name: id }, icons)
    if (icon === undefined) throw new Error(`There is no mark for the authenticator ${id}`)
    return authenticatorText(id, icon)
  })
  const head = `/** The marks of password managers and security keys, by the id in \`authenticator-models.ts\`. */
export const authenticatorIcons: ReadonlyMap<string, ProviderIcon> = new Map(
  Object.entries<ProviderIcon>({
`
  return `${ORIGIN}\n${head}${entries.join('')}  }),\n)\n`
}

/** The generated files: text by path. */
export const iconFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const icons = readIcons()
  const providers = (await readCatalog()).filter(({ type }) => type === 'oauth' || type === 'oidc')
  const files = providers.flatMap((provider) => {
    const icon = findIcon(provider, icons)
    return icon === undefined ? [] : [[join(folder, `${provider.id}-icon.ts`), providerText(icon)] as const]
  })
  return { ...Object.fromEntries(files), [authenticatorFile]: authenticatorsText(icons) }
}

const write = async (): Promise<void> => {
  const files = await iconFiles()
  mkdirSync(folder, { recursive: true })
  const paths = readdirSync(folder).map((name) => join(folder, name))
  for (const path of paths) if (!Object.hasOwn(files, path)) rmSync(path)
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await write()
