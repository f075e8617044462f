// The parser of Babel, because TypeScript 7 has no API, and because a parser in JavaScript installs on every platform.
import { parse, type ParserPlugin } from '@babel/parser'
import type { Comment, Node } from '@babel/types'

/** One piece of JavaScript or TypeScript in a file, and where it begins. */
interface Script {
  readonly code: string
  readonly offset: number
  readonly plugins: ParserPlugin[]
}

export interface ParsedScript {
  readonly root: Node
  readonly comments: readonly Comment[]
  /** The position of the script in its file. Positions of nodes are relative to it. */
  readonly offset: number
}

const decorators: ParserPlugin[] = ['decorators-legacy', 'decoratorAutoAccessors']
const plugins = {
  js: ['jsx', ...decorators],
  ts: ['typescript', ...decorators],
  tsx: ['typescript', 'jsx', ...decorators],
} satisfies Record<string, ParserPlugin[]>

const component = /\.(?:svelte|vue|astro)$/
export const isComponent = (path: string): boolean => component.test(path)
export const isCode = (path: string): boolean => isComponent(path) || /\.[cm]?[jt]sx?$/.test(path)

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const htmlComment = /<!--[\s\S]*?-->/g
const scriptElement = /(<script\b(?:"[^"]*"|'[^']*'|[^'">])*>)([\s\S]*?)<\/script\s*>/g

/** The markup of a component. Positions stay the same. */
export const withoutScripts = (text: string): string =>
  text.replaceAll(htmlComment, blank).replaceAll(scriptElement, blank)

/** The scripts of a component. HTML comments are skipped. */
const findScripts = (path: string, text: string): Script[] => {
  const tags = [...text.replaceAll(htmlComment, blank).matchAll(scriptElement)]
  const scripts = tags.map(({ index, 1: tag = '', 2: code = '' }) => {
    const offset = index + tag.length
    const language = /\blang=["']?(?:tsx|jsx)\b/.test(tag) ? plugins.tsx : plugins.ts
    return { code: text.slice(offset, offset + code.length), offset, plugins: language }
  })
  const frontmatter = path.endsWith('.astro') ? /^\s*---\r?\n([\s\S]*?)^---/m.exec(text) : null
  if (frontmatter === null) return scripts
  const offset = frontmatter.index + frontmatter[0].indexOf('\n', frontmatter[0].indexOf('---')) + 1
  const inside = ({ offset: at }: Script): boolean => at < offset + (frontmatter[1] ?? '').length
  return [{ code: frontmatter[1] ?? '', offset, plugins: plugins.ts }, ...scripts.filter((script) => !inside(script))]
}

const languageOf = (path: string): ParserPlugin[] => {
  if (path.endsWith('.tsx')) return plugins.tsx
  return /\.[cm]?ts$/.test(path) ? plugins.ts : plugins.js
}

/**
 * The syntax trees of a file.
 * @throws SyntaxError
 */
export const parseFile = (path: string, text: string): readonly ParsedScript[] => {
  const scripts = isComponent(path) ? findScripts(path, text) : [{ code: text, offset: 0, plugins: languageOf(path) }]
  return scripts.map(({ code, offset, plugins: language }) => {
    const { program, comments } = parse(code, {
      sourceType: 'unambiguous',
      plugins: language,
      createImportExpressions: true,
      attachComment: false,
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
      allowReturnOutsideFunction: true,
      allowUndeclaredExports: true,
      errorRecovery: true,
    })
    return { root: program, comments: comments ?? [], offset }
  })
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** Calls `visit` for a node and everything in it. `ancestors` begins with the parent. */
export const walk = (
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void => {
  visit(node, ancestors)
  for (const child of childrenOf(node)) walk(child, visit, [node, ...ancestors])
}

export const rangeOf = ({ start, end }: Node): readonly [number, number] => [start ?? 0, end ?? 0]

/** The text of a string literal, or of a template without placeholders. */
export const literalText = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

/** The name of an object member, if it is written out. */
export const keyOf = (node: Node): string | undefined => {
  if (node.type !== 'ObjectProperty' && node.type !== 'ObjectMethod') return undefined
  if (node.key.type === 'Identifier' && !node.computed) return node.key.name
  return literalText(node.key)
}

/** The member of an object literal: a method, or the value of a property. */
export const memberOf = (node: Node | undefined, name: string): Node | undefined => {
  if (node?.type !== 'ObjectExpression') return undefined
  const member = node.properties.find((each) => keyOf(each) === name)
  return member?.type === 'ObjectProperty' ? member.value : member
}
