// Reads the interfaces of `src/types` with their docstrings, for the pages of docs/reference.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface Doc {
  readonly text: string
  readonly default: string | undefined
  readonly env: string | undefined
  readonly example: string | undefined
}

/** The interfaces of these files, by name. */
export const readInterfaces = (...files: readonly string[]): ReadonlyMap<string, ts.InterfaceDeclaration> => {
  const found = new Map<string, ts.InterfaceDeclaration>()
  for (const name of files) {
    const path = join(import.meta.dirname, `../src/types/${name}.ts`)
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    source.forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node)) found.set(node.name.text, node)
    })
  }
  return found
}

/** An interface that has to be there. */
export const interfaceOf = (interfaces: ReadonlyMap<string, ts.InterfaceDeclaration>, name: string) => {
  const found = interfaces.get(name)
  if (found === undefined) throw new Error(`There is no interface ${name}`)
  return found
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const readDoc = (node: ts.Node): Doc => {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const tags = new Map(
    comments
      .flatMap(({ tags: own = [] }) => [...own])
      .map((tag) => [tag.tagName.text, oneLine(ts.getTextOfJSDocComment(tag.comment) ?? '')]),
  )
  // TypeScript removes the indentation of an example inside of an interface.
  const example = /@example\n(.*)\*\//s.exec(comments.map((comment) => comment.getText()).join('\n'))?.[1]
  const text = comments.map(({ comment }) => oneLine(ts.getTextOfJSDocComment(comment) ?? '')).join(' ')
  return {
    text,
    default: tags.get('default'),
    env: tags.get('env'),
    example: example?.replaceAll(/^\s*\* ?/gm, '').trim(),
  }
}

/** The docstring of something public. Throws if it has none. */
export const readText = (node: ts.Node, name: string): string => {
  const { text } = readDoc(node)
  if (text === '') throw new Error(`${name} has no docstring`)
  return text
}

/** A type without the promise that a function may return in place of it. */
export const shortType = (type: ts.TypeNode): string =>
  oneLine(type.getText())
    .replaceAll(/\b(?:Awaitable|Promise)<([^<>]*(?:<[^<>]*>)?[^<>]*)>/g, '$1')
    .replaceAll(/\s*;?\s*\}/g, ' }')
