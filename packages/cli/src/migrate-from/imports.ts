import type { Node } from '@babel/types'
import { readSpecifier, type AuthJsModule } from './entry-points.ts'
import { childrenOf, keyOf, literalText, walk } from './syntax.ts'

/** An export of an Auth.js package. `*` is the whole module. */
export interface AuthJsExport {
  readonly module: AuthJsModule
  readonly name: string
}

/** The local names in a script that stand for an export of an Auth.js package. */
export type Imports = ReadonlyMap<string, AuthJsExport>

/** Where Auth.js exports are named: the export, and the node that names it. */
export interface NamedExport extends AuthJsExport {
  readonly node: Node
}

const namesMockedModule = new Set([
  ...['mock', 'doMock', 'unmock', 'dontMock', 'doUnmock', 'setMock', 'module'],
  ...['importActual', 'importMock', 'requireActual', 'requireMock', 'unstable_mockModule', 'unstable_unmockModule'],
])

/** Whether a call takes a module specifier first: `require`, `require.resolve`, `import.meta.resolve`, `vi.mock` … */
const takesSpecifier = (callee: Node): boolean => {
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { object, property } = callee
  if (object.type === 'MetaProperty') return property.name === 'resolve'
  if (object.type !== 'Identifier') return false
  if (object.name === 'require') return property.name === 'resolve'
  return ['vi', 'vitest', 'jest', 'mock'].includes(object.name) && namesMockedModule.has(property.name)
}

/** The node with the module specifier, if this node imports, mocks or augments a module. */
export const specifierOf = (node: Node): Node | undefined => {
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return node.source
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') return node.source ?? undefined
  if (node.type === 'TSImportType') return node.argument
  if (node.type === 'TSExternalModuleReference') return node.expression
  if (node.type === 'TSModuleDeclaration') return node.id
  const isCall = node.type === 'CallExpression' || node.type === 'OptionalCallExpression'
  return isCall && takesSpecifier(node.callee) ? node.arguments[0] : undefined
}

export const moduleOf = (node: Node): AuthJsModule | undefined => {
  const text = literalText(specifierOf(node))
  return text === undefined ? undefined : readSpecifier(text)
}

/** The module that an expression loads: `require('…')`, `await import('…')`. */
const loadedModule = (node: Node | null | undefined): AuthJsModule | undefined => {
  if (node?.type === 'AwaitExpression') return loadedModule(node.argument)
  return node?.type === 'CallExpression' || node?.type === 'ImportExpression' ? moduleOf(node) : undefined
}

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : (literalText(node) ?? ''))

/** The names that a pattern binds: `{ Auth, raw: marker }` or `core`. */
const boundNames = (
  pattern: Node,
): readonly { readonly local: string; readonly name: string; readonly node: Node }[] => {
  if (pattern.type === 'Identifier') return [{ local: pattern.name, name: '*', node: pattern }]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((node) =>
    node.type === 'ObjectProperty' && node.value.type === 'Identifier'
      ? [{ local: node.value.name, name: keyOf(node) ?? '', node }]
      : [],
  )
}

/** The exports that an import or export statement names, with their local names. */
const statementNames = (
  node: Node,
): readonly { readonly local: string; readonly name: string; readonly node: Node }[] => {
  if (node.type === 'ImportDeclaration') {
    return node.specifiers.map((each) => ({
      local: each.local.name,
      name:
        each.type === 'ImportSpecifier'
          ? nameOf(each.imported)
          : each.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*',
      node: each,
    }))
  }
  if (node.type !== 'ExportNamedDeclaration') return []
  // The local name of `export … from` cannot be used in the file.
  return node.specifiers.flatMap((each) =>
    each.type === 'ExportSpecifier' ? [{ local: '', name: nameOf(each.local), node: each }] : [],
  )
}

/** Every export of an Auth.js package that a script names. */
export const readImports = (root: Node): { readonly imports: Imports; readonly named: readonly NamedExport[] } => {
  const imports = new Map<string, AuthJsExport>()
  const named: NamedExport[] = []
  walk(root, (node) => {
    const declarator = node.type === 'VariableDeclarator' ? node : undefined
    const module = declarator === undefined ? moduleOf(node) : loadedModule(declarator.init)
    if (module === undefined) return
    for (const { local, name, node: at } of declarator === undefined
      ? statementNames(node)
      : boundNames(declarator.id)) {
      if (local !== '') imports.set(local, { module, name })
      named.push({ module, name, node: at })
    }
    if (node.type === 'TSImportType' && node.qualifier?.type === 'Identifier') {
      named.push({ module, name: node.qualifier.name, node })
    }
  })
  return { imports, named }
}

/** The export of an Auth.js package that an expression or a type refers to: `Auth`, `core.Auth`. */
export const exportOf = (node: Node | null | undefined, imports: Imports): AuthJsExport | undefined => {
  if (node?.type === 'Identifier') return imports.get(node.name)
  if (node?.type === 'TSImportType') {
    const module = moduleOf(node)
    return module && node.qualifier?.type === 'Identifier' ? { module, name: node.qualifier.name } : undefined
  }
  if (node?.type !== 'MemberExpression' && node?.type !== 'TSQualifiedName') return undefined
  const [left, right] = childrenOf(node)
  const whole = left?.type === 'Identifier' ? imports.get(left.name) : undefined
  return whole?.name === '*' && right?.type === 'Identifier' ? { module: whole.module, name: right.name } : undefined
}
