import { parseExpression } from '@babel/parser'
import type { Node } from '@babel/types'
import type { Changed } from './code.ts'
import type { Finding } from './differences.ts'
import { applyEdits, lineAt, type Edit } from './edits.ts'
import { counterparts, isFrameworkWithoutCounterpart, packageOf, peers, type Counterpart } from './entry-points.ts'
import { keyOf, memberOf, rangeOf, literalText, walk } from './syntax.ts'

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** The syntax tree of a package.json. @throws SyntaxError */
const readManifest = (text: string): Node => parseExpression(text.replace(/^\uFEFF/, ' '))

const dependenciesOf = (root: Node): readonly { readonly node: Node; readonly name: string }[] =>
  sections.flatMap((section) => {
    const object = memberOf(root, section)
    if (object?.type !== 'ObjectExpression') return []
    return object.properties.map((node) => ({ node, name: keyOf(node) ?? '' }))
  })

/** Whether a package uses Auth.js in a framework without a counterpart. @throws SyntaxError */
export const dependsOnFramework = (text: string): boolean =>
  dependenciesOf(readManifest(text)).some(({ name }) => isFrameworkWithoutCounterpart(name))

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, i) => i === 0 || (names[i - 1] ?? '') <= name)

/** The range of a package that ours need, or the written one if ours accept it. A tag such as `latest` stays. */
const rangeOfPeer = (name: string, range: string): string => {
  const peer = peers[name]
  const major = /\d+/.exec(range)?.[0]
  return peer === undefined || major === undefined || peer.majors.includes(Number(major)) ? range : peer.version
}

/** What the code of a package says about its package.json. */
export interface ManifestFacts {
  /** Whether the package keeps Auth.js. */
  readonly stays: boolean
  /** The version of our packages. */
  readonly version: string
  /** The packages that the changed code imports. */
  readonly used: ReadonlySet<string>
}

const replacementsOf = ({ replacements, entryPoints }: Counterpart, used: ReadonlySet<string>): readonly string[] => [
  ...new Set([
    ...replacements,
    ...Object.values(entryPoints)
      .map(packageOf)
      .filter((name) => used.has(name)),
  ]),
]

/** The entries of a section with the packages of Auth.js replaced. A sorted section stays sorted. */
const replacePackages = (
  entries: readonly (readonly [string, string])[],
  { version, used }: ManifestFacts,
): readonly (readonly [string, string])[] => {
  const present = new Set(entries.map(([name]) => name))
  const replaced = entries.flatMap(([name, range]) => {
    const added = counterparts[name] && replacementsOf(counterparts[name], used).filter((each) => !present.has(each))
    for (const each of added ?? []) present.add(each)
    return added?.map((each) => [each, `^${version}`] as const) ?? [[name, rangeOfPeer(name, range)] as const]
  })
  return isSorted(entries.map(([name]) => name)) ? replaced.toSorted(([a], [b]) => (a < b ? -1 : 1)) : replaced
}

const editSection = (object: Node, text: string, facts: ManifestFacts): readonly Edit[] => {
  if (object.type !== 'ObjectExpression') return []
  const entries = object.properties.map(
    (node) =>
      [keyOf(node) ?? '', (node.type === 'ObjectProperty' ? literalText(node.value) : undefined) ?? ''] as const,
  )
  if (!entries.some(([name, range]) => counterparts[name] || rangeOfPeer(name, range) !== range)) return []
  const [start, end] = rangeOf(object)
  const first = object.properties[0]
  // The white space before an entry, and before the closing bracket.
  const before = text.slice(start + 1, first ? rangeOf(first)[0] : start + 1)
  const after = /\s*$/.exec(text.slice(start, end - 1))?.[0] ?? ''
  const lines = replacePackages(entries, facts).map(([name, range]) => `${before}"${name}": "${range}"`)
  return [{ start: start + 1, end: end - 1, text: `${lines.join(',')}${after}` }]
}

/** The change of a package.json. @throws SyntaxError */
export const changeManifest = (path: string, text: string, facts: ManifestFacts): Changed => {
  const root = readManifest(text)
  const findings: Finding[] = []
  const report = (node: Node, found: Omit<Finding, 'file' | 'line'>): void =>
    void findings.push({ file: path, line: lineAt(text, rangeOf(node)[0]), ...found })
  const dependencies = dependenciesOf(root)
  for (const { node, name } of dependencies) {
    if (isFrameworkWithoutCounterpart(name)) report(node, { rule: 'framework', subject: name })
  }
  if (facts.stays) return { path, before: text, after: text, findings }
  const listed = new Set(dependencies.map(({ node }) => node))
  walk(root, (node) => {
    const name = listed.has(node) ? undefined : keyOf(node)
    if (name !== undefined && counterparts[name]) report(node, { rule: 'other-names', subject: name })
  })
  const usesAuthJs = dependencies.some(({ name }) => counterparts[name])
  const edits = (usesAuthJs ? sections : []).flatMap((section) => {
    const object = memberOf(root, section)
    return object ? editSection(object, text, facts) : []
  })
  return { path, before: text, after: applyEdits(text, edits), findings }
}
