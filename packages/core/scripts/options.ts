// Generates docs/reference/options.md from the option table and the docstrings of the config's interfaces:
// `node packages/core/scripts/options.ts`
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { options } from '../src/config/options.ts'
import { interfaceOf, oneLine, readDoc, readInterfaces, type Doc } from './interfaces.ts'
import { cell, code } from './markdown.ts'

const root = join(import.meta.dirname, '../../..')
const page = join(root, 'docs/reference/options.md')

type Members = ts.NodeArray<ts.TypeElement>

interface Entry {
  readonly path: string
  readonly type: string
  readonly doc: Doc
}

interface Section {
  readonly path: string
  readonly doc: Doc
  readonly entries: readonly Entry[]
}

/** The name of a named type, without `Partial<…>`. */
const typeName = (type: ts.TypeNode): string | undefined => {
  if (!ts.isTypeReferenceNode(type)) return undefined
  const [argument] = type.typeArguments ?? []
  const name = type.typeName.getText()
  return name === 'Partial' && argument !== undefined ? typeName(argument) : name
}

const typeOf = (type: ts.TypeNode): string => {
  // An indexed access names a function of another interface, such as `JWTOptions['decode']`.
  if (ts.isFunctionTypeNode(type) || ts.isIndexedAccessTypeNode(type)) return 'function'
  return oneLine(type.getText())
    .replace(/^typeof /, '')
    .replace(/^Partial<(.*)>$/, '$1')
}

const isOption = (entry: object): entry is { readonly default?: unknown; readonly env?: string } => 'read' in entry

/** Throws if the docstring and the table differ: editors show the one, the library does the other. */
const checkDoc = (path: string, doc: Doc, entry: { readonly default?: unknown; readonly env?: string }): void => {
  const shown = typeof entry.default === 'string' ? `'${entry.default}'` : entry.default?.toString()
  if (doc.text === '') throw new Error(`${path} has no docstring`)
  if (shown !== undefined && doc.default !== shown) throw new Error(`The docstring of ${path} needs @default ${shown}`)
  if (doc.env !== entry.env) throw new Error(`The docstring of ${path} needs @env ${entry.env ?? '(none)'}`)
}

/** The sections of the page: the options of the config itself, then each group of options. */
const listSections = (
  interfaces: ReadonlyMap<string, ts.InterfaceDeclaration>,
  table: Readonly<Record<string, object>>,
  members: Members,
  section: Omit<Section, 'entries'>,
): readonly Section[] => {
  const entries: Entry[] = []
  const groups: Section[] = []
  for (const member of members) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue
    const name = member.name.getText()
    const path = section.path === '' ? name : `${section.path}.${name}`
    const entry = table[name]
    const doc = readDoc(member)
    if (entry === undefined) throw new Error(`${path} is not in the option table`)
    if (isOption(entry)) {
      checkDoc(path, doc, entry)
      entries.push({ path, type: typeOf(member.type), doc })
      continue
    }
    const below = ts.isTypeLiteralNode(member.type)
      ? member.type.members
      : interfaces.get(typeName(member.type) ?? '')?.members
    if (below === undefined) throw new Error(`The type of ${path} has no interface`)
    groups.push(...listSections(interfaces, { ...entry }, below, { path, doc }))
  }
  return [{ ...section, entries }, ...groups]
}

/** A default that is a value is shown as code, a default that is a sentence as text. */
const showDefault = (text: string | undefined): string => {
  if (text === undefined) return ''
  return /^(?:'[^']*'|\d+|true|false)$/.test(text) ? code(text) : cell(text)
}

const showEntry = ({ path, type, doc }: Entry): string => {
  const env = doc.env === undefined ? '' : ` Environment: \`${doc.env}\`.`
  return `| ${code(path)}<br>${code(type)} | ${cell(doc.text)}${env} | ${showDefault(doc.default)} |`
}

const showSection = ({ path, doc, entries }: Section): string => {
  const title = path === '' ? '## Top level' : `## \`${path}\`\n\n${doc.text}`
  return [
    title,
    '',
    '| Option and type | Description | Default |',
    '|---|---|---|',
    ...entries.map(showEntry),
    '',
  ].join('\n')
}

const INTRODUCTION = `# Options

This page lists every option of \`AuthConfig\`. It is generated from the option table and the docstrings of the interface:
\`node packages/core/scripts/options.ts\` writes it.

- Durations are in seconds; \`adapterTimeout\` is in milliseconds.
- An option with an invalid value throws \`InvalidConfig\` at the first request, with the path of the option.
- An unknown option logs the warning \`unknown-option\`, with a suggestion.
- \`setEnvDefaults\` fills an option from its environment variable if the option is not set.
`

/** The text of the page. */
export const optionsPage = (): string => {
  const interfaces = readInterfaces('auth-config', 'callbacks', 'config-options', 'page-components', 'jwt')
  const config = interfaceOf(interfaces, 'AuthConfig')
  const sections = listSections(interfaces, options, config.members, { path: '', doc: readDoc(config) })
  return [INTRODUCTION, ...sections.filter(({ entries }) => entries.length > 0).map(showSection)].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, optionsPage())
