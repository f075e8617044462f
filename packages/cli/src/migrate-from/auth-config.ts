import type { Node } from '@babel/types'
import { exportOf, type Imports } from './imports.ts'
import { childrenOf, memberOf, walk } from './syntax.ts'

/** A config of Auth.js in the code. */
export interface FoundConfig {
  /** The expression that makes the config. */
  readonly node: Node
  /** The object literal, if the expression is one. */
  readonly literal?: Node
}

export interface FoundConfigs {
  readonly configs: readonly FoundConfig[]
  /** Configs that are made elsewhere, where the code uses them. */
  readonly unknown: readonly UnknownConfig[]
}

export interface UnknownConfig {
  readonly node: Node
  /** The variable, if the expression is one. */
  readonly name?: string
  /** Whether the expression runs once, so that the config can be wrapped here. */
  readonly runsOnce: boolean
}

const configTypes = new Set([
  ...['AuthConfig', 'SvelteKitAuthConfig', 'ExpressAuthConfig', 'QwikAuthConfig', 'SolidAuthConfig'],
])

/**
 * The functions whose first argument is the config, or a function that returns it. A config that is made elsewhere is wrapped there
 * by hand if the application may pass it to `getSession` too, or if the argument is called for each request.
 */
const takesConfig: Readonly<Record<string, { readonly runsOnce: boolean }>> = {
  SvelteKitAuth: { runsOnce: true },
  defineConfig: { runsOnce: true },
  ExpressAuth: { runsOnce: false },
  SolidAuth: { runsOnce: false },
  QwikAuth$: { runsOnce: false },
  initAuthConfig: { runsOnce: false },
}

const isConfigType = (type: Node | null | undefined, imports: Imports): boolean => {
  if (type?.type === 'TSTypeAnnotation') return isConfigType(type.typeAnnotation, imports)
  if (type?.type === 'TSImportType') return configTypes.has(exportOf(type, imports)?.name ?? '')
  if (type?.type !== 'TSTypeReference') return false
  const isPromise = type.typeName.type === 'Identifier' && type.typeName.name === 'Promise'
  if (isPromise) return isConfigType(type.typeParameters?.params[0], imports)
  return configTypes.has(exportOf(type.typeName, imports)?.name ?? '')
}

const functions = new Set([
  ...['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'],
  ...['ObjectMethod', 'ClassMethod', 'ClassPrivateMethod'],
])

const isFunction = (node: Node): boolean => functions.has(node.type)

/** What a function returns: the expression after the arrow, or of each `return` of its own. */
const returnedBy = (fn: Node): readonly Node[] => {
  if (fn.type === 'ArrowFunctionExpression' && fn.body.type !== 'BlockStatement') return [fn.body]
  const find = (node: Node): readonly Node[] => {
    if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : []
    return isFunction(node) ? [] : childrenOf(node).flatMap(find)
  }
  return childrenOf(fn).flatMap(find)
}

const withoutType = (node: Node): Node =>
  node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression'
    ? withoutType(node.expression)
    : node

/** The function that a call calls. A module may be loaded in a way that the script does not show: `load().Auth(…)`. */
const calledName = (callee: Node, imports: Imports): string | undefined => {
  const property = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property : null
  return exportOf(callee, imports)?.name ?? property?.name
}

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name

/** The functions and variables of a script by name. */
const readDeclarations = (root: Node): ReadonlyMap<string, Node> => {
  const declarations = new Map<string, Node>()
  walk(root, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) declarations.set(node.id.name, node)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      declarations.set(node.id.name, node.init)
    }
  })
  return declarations
}

/** The config that an object literal copies: `{ ...config, basePath: '/auth' }`. */
const spreadConfig = (node: Node, declarations: ReadonlyMap<string, Node>): Node | undefined => {
  if (node.type !== 'ObjectExpression') return undefined
  const spreads = node.properties.flatMap((member) =>
    member.type === 'SpreadElement' && member.argument.type === 'Identifier' ? [member.argument.name] : [],
  )
  return spreads
    .flatMap((name) => declarations.get(name) ?? [])
    .find((declared) => isCallOf(declared, 'fromAuthJs') || memberOf(withoutType(declared), 'providers') !== undefined)
}

/** The variables and functions that are declared as configs, or to return one. Other files may import them. */
export const declaredConfigs = (root: Node, imports: Imports): readonly string[] => {
  const returnsConfig = (node: Node): boolean =>
    isFunction(node) && 'returnType' in node && isConfigType(node.returnType, imports)
  const names: string[] = []
  walk(root, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id && returnsConfig(node)) names.push(node.id.name)
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return
    const satisfied = node.init?.type === 'TSSatisfiesExpression' ? node.init.typeAnnotation : undefined
    const isTyped = isConfigType(node.id.typeAnnotation, imports) || isConfigType(satisfied, imports)
    if (isTyped || (node.init && returnsConfig(node.init))) names.push(node.id.name)
  })
  return names
}

/** Finds the configs that a script makes and the configs that it gives to `Auth`, `SvelteKitAuth` and the like. */
export const findConfigs = (root: Node, imports: Imports): FoundConfigs => {
  const declarations = readDeclarations(root)
  const configs = new Map<Node, FoundConfig>()
  const unknown: UnknownConfig[] = []
  const seen = new Set<Node>()

  const add = (written: Node, runsOnce: boolean): void => {
    const node = withoutType(written)
    if (seen.has(node) || isCallOf(node, 'fromAuthJs')) return
    if (node.type === 'Identifier') {
      const declared = declarations.get(node.name)
      if (declared === undefined) unknown.push({ node, name: node.name, runsOnce })
      else add(declared, runsOnce)
      return
    }
    seen.add(node)
    const spread = spreadConfig(node, declarations)
    if (spread) add(spread, runsOnce)
    else if (isFunction(node)) for (const returned of returnedBy(node)) add(returned, runsOnce)
    else if (node.type === 'ObjectExpression') configs.set(node, { node: written, literal: node })
    else if (
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      declarations.has(node.callee.name)
    ) {
      add(node.callee, runsOnce)
    } else if (runsOnce) configs.set(node, { node: written })
    else unknown.push({ node, runsOnce })
  }

  walk(root, (node) => {
    if (node.type === 'CallExpression') {
      const called = calledName(node.callee, imports) ?? ''
      const [first, second] = node.arguments
      const taken = Object.hasOwn(takesConfig, called) ? takesConfig[called] : undefined
      if (taken && first) add(first, taken.runsOnce)
      // `Auth` is called for every request. A config that is made there is left, unless it is an object literal.
      if (called === 'Auth' && second) add(second, false)
    }
    if (node.type === 'VariableDeclarator' && node.init) {
      if (node.id.type === 'Identifier' && isConfigType(node.id.typeAnnotation, imports)) add(node.init, true)
    }
    if (node.type === 'TSSatisfiesExpression' && isConfigType(node.typeAnnotation, imports)) add(node, true)
    const isTyped = isFunction(node) && 'returnType' in node && isConfigType(node.returnType, imports)
    if (isTyped) add(node, true)
  })
  return { configs: [...configs.values()], unknown }
}

const DAY = 86_400
const DEFAULT_MAX_AGE = 30 * DAY

/** The value of a number, or of a product of numbers. */
const numberOf = (node: Node | undefined): number | undefined => {
  if (node?.type === 'NumericLiteral') return node.value
  if (node?.type !== 'BinaryExpression' || node.operator !== '*') return undefined
  const [left, right] = [numberOf(node.left), numberOf(node.right)]
  return left === undefined || right === undefined ? undefined : left * right
}

/** `session.maxAge` of a config in seconds, as far as the code shows it. */
export const maxAgeOf = (config: FoundConfig): number =>
  numberOf(memberOf(memberOf(config.literal, 'session'), 'maxAge')) ?? DEFAULT_MAX_AGE

/** The day from which no session of Auth.js can be valid, if its last server stops today. */
export const endOfSessions = (config: FoundConfig, today: Date): string =>
  new Date(today.getTime() + Math.ceil(maxAgeOf(config) / DAY) * DAY * 1000).toISOString().slice(0, 10)
