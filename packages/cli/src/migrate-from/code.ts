import type { Comment, Node } from '@babel/types'
import { declaredConfigs, endOfSessions, findConfigs } from './auth-config.ts'
import { keepBasePath } from './base-path.ts'
import { findCookieNames } from './cookie-names.ts'
import { detectInCode, detectInConfig, detectInImports, isSignIn, type Detected } from './detect.ts'
import type { Finding } from './differences.ts'
import { applyEdits, lineAt, type Edit } from './edits.ts'
import { findReplacement, isFrameworkWithoutCounterpart, packageOf, readSpecifier } from './entry-points.ts'
import { moduleOf, readImports, specifierOf } from './imports.ts'
import { isComponent, parseFile, rangeOf, literalText, walk, withoutScripts, type ParsedScript } from './syntax.ts'

/** A file of code that may name Auth.js. */
export interface CodeFile {
  readonly path: string
  readonly text: string
  readonly scripts: readonly ParsedScript[]
}

/** What the files of a package say about it. */
export interface PackageFacts {
  /** Whether it uses Auth.js in a framework without a counterpart. Then its code stays. */
  readonly stays: boolean
  /** The variables that its files declare as configs. */
  readonly configs: ReadonlySet<string>
  readonly today: Date
}

export interface Changed {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly findings: readonly Finding[]
}

export const mentionsAuthJs = (text: string): boolean =>
  /@auth\/|next-auth|auth-astro|@hono\/auth-js|@sidebase\/nuxt-auth|authjs\./.test(text)

/** Reads a file. `undefined` if it does not name Auth.js. @throws SyntaxError */
export const readCode = (path: string, text: string): CodeFile | undefined =>
  mentionsAuthJs(text) ? { path, text, scripts: parseFile(path, text) } : undefined

const allIn = (scripts: readonly ParsedScript[], test: (node: Node) => boolean): readonly Node[] => {
  const found: Node[] = []
  for (const { root } of scripts) walk(root, (node) => void (test(node) && found.push(node)))
  return found
}

const isFrameworkImport = (node: Node): boolean => {
  const specifier = literalText(specifierOf(node))
  return specifier !== undefined && isFrameworkWithoutCounterpart(packageOf(specifier))
}

export const importsFramework = ({ scripts }: CodeFile): boolean => allIn(scripts, isFrameworkImport).length > 0

/** The packages that the replaced modules of a file come from. */
export const replacementsIn = ({ scripts }: CodeFile): readonly string[] =>
  allIn(scripts, (node) => moduleOf(node) !== undefined).flatMap((node) => {
    const module = moduleOf(node)
    const replacement = module && findReplacement(module)
    return replacement === undefined ? [] : [packageOf(replacement)]
  })

export const configsOf = ({ scripts }: CodeFile): readonly string[] =>
  scripts.flatMap(({ root }) => declaredConfigs(root, readImports(root).imports))

const detectFrameworks = ({ root }: ParsedScript): readonly Detected[] => {
  const found: Detected[] = []
  walk(root, (node) => {
    const subject = isFrameworkImport(node) ? literalText(specifierOf(node)) : undefined
    if (subject !== undefined) found.push({ node, rule: 'framework', subject })
  })
  return found
}

/** Replaces the specifiers of modules, and reports strings and modules that stay. */
const renameModules = (root: Node): { readonly edits: readonly Edit[]; readonly detected: readonly Detected[] } => {
  const edits: Edit[] = []
  const detected: Detected[] = []
  const specifiers = new Set<Node>()
  walk(root, (node) => {
    const module = moduleOf(node)
    const specifier = specifierOf(node)
    if (specifier) specifiers.add(specifier)
    if (module !== undefined && specifier !== undefined) {
      const replacement = findReplacement(module)
      const [start, end] = rangeOf(specifier)
      if (replacement !== undefined) edits.push({ start: start + 1, end: end - 1, text: replacement })
      else detected.push({ node, rule: 'entry-point', subject: literalText(specifier) ?? '' })
      return
    }
    // The walk visits a specifier after the node that it belongs to.
    const text = specifiers.has(node) || node.type !== 'StringLiteral' ? undefined : node.value
    if (text !== undefined && readSpecifier(text)) detected.push({ node, rule: 'other-names', subject: text })
  })
  return { edits, detected }
}

const reference = /^(\/\s*<reference\s+types=["'])([^"']+)/
const typeImport = /(?:import\(|from\s)\s*["']([^"']+)["']/

/** A comment stays as it is. `/// <reference types="…" />` is an import. */
const readComment = (comment: Comment): { readonly edit?: Edit; readonly subject?: string } => {
  const [, before = '', types = ''] = reference.exec(comment.value) ?? []
  const module = readSpecifier(types)
  const replacement = module && findReplacement(module)
  if (replacement !== undefined) {
    const start = (comment.start ?? 0) + '//'.length + before.length
    return { edit: { start, end: start + types.length, text: replacement } }
  }
  const subject = comment.value.startsWith('*') ? typeImport.exec(comment.value)?.[1] : undefined
  return subject === undefined || readSpecifier(subject) === undefined ? {} : { subject }
}

const loadsAuthJs = (script: ParsedScript): boolean =>
  allIn([script], (node) => moduleOf(node) !== undefined).length > 0

const quoteOf = (code: string): string => (/(?:from |import |require\(|import\()"/.test(code) ? '"' : "'")

const namesPreset = (node: Node): boolean => node.type === 'Identifier' && node.name === 'fromAuthJs'

const isImport = (node: Node): boolean => node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration'

/** Imports `fromAuthJs` after the first statement that imports a module of Auth.js, or at the beginning. */
const importPreset = (script: ParsedScript, code: string): readonly Edit[] => {
  const { root } = script
  if (root.type !== 'Program' || allIn([script], namesPreset).length > 0) return []
  const isCommonJs = !root.body.some(isImport) && /\brequire\(|\bexports\b/.test(code)
  const specifier = quoteOf(code) + '@authwright/core/compat' + quoteOf(code)
  const statement = isCommonJs
    ? `const { fromAuthJs } = require(${specifier})`
    : `import { fromAuthJs } from ${specifier}`
  const importing = root.body.find((node) => isImport(node) && loadsAuthJs({ ...script, root: node })) ?? root.body[0]
  const [from, end] = rangeOf(importing ?? root)
  const newline = code.includes('\r\n') ? '\r\n' : '\n'
  const indent = /[^\S\n]*$/.exec(code.slice(0, from))?.[0] ?? ''
  const semicolon = code[end - 1] === ';' ? ';' : ''
  return importing !== undefined && isImport(importing)
    ? [{ start: end, end, text: `${newline}${indent}${statement}${semicolon}` }]
    : [{ start: from, end: from, text: `${statement}${semicolon}${newline}${indent}` }]
}

/** Calls `fromAuthJs` with an expression. The parentheses of `() => ({ … })` become those of the call. */
const wrap = (node: Node, until: string): readonly Edit[] => {
  const [start, end] = rangeOf(node)
  const open = node.extra?.['parenthesized'] === true ? node.extra['parenStart'] : undefined
  const options = `, { until: ${until} }`
  if (typeof open === 'number') {
    return [
      { start: open, end: open, text: 'fromAuthJs' },
      { start: end, end, text: options },
    ]
  }
  return [
    { start, end: start, text: 'fromAuthJs(' },
    { start: end, end, text: `${options})` },
  ]
}

/** Wraps the configs of a script in `fromAuthJs`. */
const takeOverSessions = (script: ParsedScript, code: string, facts: PackageFacts) => {
  const { root } = script
  if (!loadsAuthJs(script)) return { edits: [], detected: [] }
  const { configs, unknown } = findConfigs(root, readImports(root).imports)
  const elsewhere = unknown.filter(({ name }) => name === undefined || !facts.configs.has(name))
  const wrapped = [...configs, ...elsewhere.filter(({ runsOnce }) => runsOnce)]
  const detected: Detected[] = [
    ...elsewhere.filter(({ runsOnce }) => !runsOnce).map(({ node }) => ({ node, rule: 'config' as const })),
    ...configs.flatMap(detectInConfig),
  ]
  const quote = quoteOf(code)
  const edits = wrapped.flatMap((config) => wrap(config.node, quote + endOfSessions(config, facts.today) + quote))
  return { edits: edits.length === 0 ? [] : [...edits, ...importPreset(script, code)], detected }
}

const changeScript = (script: ParsedScript, code: string, facts: PackageFacts) => {
  const { root, comments } = script
  const { imports, named } = readImports(root)
  const modules = renameModules(root)
  const sessions = takeOverSessions(script, code, facts)
  const paths = keepBasePath(root, imports, named, quoteOf(code))
  const cookies = findCookieNames(root, code)
  const read = comments.map((comment) => ({ node: comment, ...readComment(comment) }))
  const detected: Detected[] = [
    ...modules.detected,
    ...sessions.detected,
    ...paths.detected,
    ...detectInImports(named),
    ...detectInCode(root, imports),
    ...cookies.attempts.map((node) => ({ node, rule: 'attempt-cookie' as const })),
    ...cookies.patterns.map((node) => ({ node, rule: 'other-names' as const })),
  ]
  const inComments = read.flatMap(({ node, subject }) =>
    subject === undefined ? [] : [{ at: node.start ?? 0, subject }],
  )
  const edits = [
    ...modules.edits,
    ...sessions.edits,
    ...paths.edits,
    ...cookies.edits,
    ...read.flatMap(({ edit }) => edit ?? []),
  ]
  return { edits, detected, inComments }
}

/** The calls of `signIn` in the markup of a component. */
const callsInMarkup = ({ path, text, scripts }: CodeFile): readonly number[] => {
  if (!isComponent(path)) return []
  const names = scripts.flatMap(({ root }) => [...readImports(root).imports].filter(([, used]) => isSignIn(used)))
  const markup = withoutScripts(text)
  return names
    .flatMap(([local]) => [
      ...markup.matchAll(new RegExp(String.raw`(?<![\w$.])${local.replaceAll('$', '\\$&')}\(([^()]*)\)`, 'g')),
    ])
    .filter(([, written = '']) => !/\blink\s*:/.test(written))
    .map(({ index }) => index)
}

/** The change of one file, and what the developer has to look at. */
export const changeCode = (file: CodeFile, facts: PackageFacts): Changed => {
  const { path, text, scripts } = file
  const findings: Finding[] = []
  const edits: Edit[] = []
  const reportAt = (position: number, found: Omit<Finding, 'file' | 'line'>): void =>
    void findings.push({ file: path, line: lineAt(text, position), ...found })
  for (const script of scripts) {
    const report = (position: number, found: Omit<Finding, 'file' | 'line'>): void =>
      reportAt(script.offset + position, found)
    const reportAll = (detected: readonly Detected[]): void => {
      for (const { node, ...found } of detected) report(node.start ?? 0, found)
    }
    reportAll(detectFrameworks(script))
    if (facts.stays) continue
    const { root } = script
    const changed = changeScript(script, text.slice(script.offset, script.offset + (root.end ?? 0)), facts)
    reportAll(changed.detected)
    for (const { at, subject } of changed.inComments) report(at, { rule: 'other-names', subject })
    for (const edit of changed.edits) {
      edits.push({ ...edit, start: edit.start + script.offset, end: edit.end + script.offset })
    }
  }
  if (!facts.stays) for (const position of callsInMarkup(file)) reportAt(position, { rule: 'linking' })
  return { path, before: text, after: applyEdits(text, edits), findings: findings.toSorted((a, b) => a.line - b.line) }
}
