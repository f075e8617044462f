import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the entries. */
export const folder = join(import.meta.dirname, '../../src/providers')

/** A provider entry with the data that the page shows. */
export interface CatalogEntry {
  /** The file name without extension, which is the import path. */
  readonly file: string
  readonly id: string
  readonly name: string
  readonly type: string
  /** The result of the entry's function without arguments. */
  readonly made: Readonly<Record<string, unknown>>
  /** The comment above the function. */
  readonly note: string
  /** The comment's `@unconfirmed`: parts without a page, code or schema of the provider. Empty for none. */
  readonly unconfirmed: string
  /** The exported name. */
  readonly exported: string
  /** The text of the file. */
  readonly source: string
}

/** A value inside of nested objects. */
export const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value)

const needsIssuer = ({ made, type }: CatalogEntry): boolean =>
  JSON.stringify(made).includes('{issuer}') ||
  (type === 'oidc' && made['issuer'] === undefined && made['wellKnown'] === undefined)

/** Entries that send by SMTP have no key. The option `server` holds the address and the password. */
const SMTP: ReadonlySet<string> = new Set(['nodemailer', 'email'])

/** The environment variables that an entry needs. */
export const variablesOf = (entry: CatalogEntry): readonly string[] => {
  const name = `AUTH_${entry.id.toUpperCase().replaceAll('-', '_')}`
  if (entry.type === 'email') return SMTP.has(entry.id) ? [] : [`${name}_KEY`]
  if (entry.type !== 'oauth' && entry.type !== 'oidc') return []
  const secret = memberOf(entry.made, 'client', 'token_endpoint_auth_method') === 'none' ? [] : [`${name}_SECRET`]
  const issuer = needsIssuer(entry) ? [`${name}_ISSUER`] : []
  return [`${name}_ID`, ...secret, ...issuer]
}

/** The comment above the function that is the default export, without its stars. */
const commentOf = (source: string, exported: string): string => {
  const at = source.search(new RegExp(`^export const ${exported}\\b`, 'm'))
  const above = source.slice(0, at)
  const begin = above.lastIndexOf('/**')
  if (at < 0 || begin < 0 || !above.slice(begin).trimEnd().endsWith('*/')) return ''
  const lines = above.slice(begin + 3, above.lastIndexOf('*/')).split('\n')
  return lines.map((line) => line.replace(/^\s*\* ?/, '').trim()).join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The text before the first tag, and the text of `@unconfirmed`. */
const readComment = (comment: string): Pick<CatalogEntry, 'note' | 'unconfirmed'> => {
  const [note = '', ...tags] = comment.split(/^@(?=[a-z]+(?: |$))/m)
  const unconfirmed = tags.find((tag) => tag.startsWith('unconfirmed ')) ?? ''
  return { note: oneLine(note), unconfirmed: oneLine(unconfirmed.slice('unconfirmed '.length)) }
}

const read = async (name: string): Promise<CatalogEntry> => {
  const path = join(folder, name)
  const module = (await import(path)) as { readonly default: (options?: object) => Readonly<Record<string, unknown>> }
  const source = readFileSync(path, 'utf8')
  const exported =
    /^export default (\w+)/m.exec(source)?.[1] ?? /export \{ default(?: as \w+)?, (\w+)/.exec(source)?.[1] ?? ''
  const made = module.default()
  const file = name.slice(0, -'.ts'.length)
  const comment = readComment(commentOf(source, exported))
  const called = { id: String(made['id']), name: String(made['name']), type: String(made['type']) }
  return { file, ...called, made, ...comment, exported, source }
}

/** All provider entries, one per file, in the order of the files. */
export const readCatalog = async (): Promise<readonly CatalogEntry[]> => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^index\.ts$/.test(name))
  return Promise.all(names.toSorted().map(read))
}
