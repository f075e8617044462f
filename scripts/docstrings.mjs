// Reads the docstrings of the published packages from their declaration files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './tools.mjs'

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The entry points of the published packages: what an application imports, and the file that declares it. */
export const entryPoints = () =>
  readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')) && manifestOf(folder).private !== true)
    .flatMap((folder) => {
      const { name, exports } = manifestOf(folder)
      return Object.entries(exports)
        .filter(([path, { types }]) => types !== undefined && !path.includes('*'))
        .map(([path, { types }]) => ({ specifier: join(name, path), file: join(folder, types), folder }))
    })

const F = ts.SymbolFlags

/** @typedef {'function' | 'class' | 'type' | 'value' | 'member'} Kind */

/**
 * @typedef {object} Documented
 * @property {string} specifier
 * @property {string} name
 * @property {Kind} kind
 * @property {string} file of the declaration
 * @property {string} text the docstring without its tags
 * @property {string[]} examples
 * @property {string} type what TypeScript says of it: a signature, or the type of a member
 * @property {number} [parameters] of a member: the number of type parameters of the type that has it
 */

const isCallable = (checker, symbol, node) =>
  (symbol.flags & F.Function) !== 0 ||
  ((symbol.flags & F.Variable) !== 0 && checker.getTypeOfSymbolAtLocation(symbol, node).getCallSignatures().length > 0)

const kindOf = (checker, symbol, node) => {
  if (isCallable(checker, symbol, node)) return 'function'
  if (symbol.flags & F.Class) return 'class'
  return symbol.flags & (F.Interface | F.TypeAlias) ? 'type' : 'value'
}

/** Types whose members a developer writes, or gets as parameters or props. */
const OPTIONS = /(?:Options|Config|Settings|Props|Params|Theme|Limits|Sessions|Callbacks)$/

/** Whether a member of this type is an option or a prop. */
export const isOption = ({ name, kind }) => kind === 'member' && OPTIONS.test(name.split('.')[0])

/** The members that the declaration of a type or class writes itself. Options may be in groups, which are type literals. */
const membersOf = (symbol) => {
  const found = []
  const visit = (node, path) => {
    const members = node.members ?? []
    for (const member of members) {
      const name = member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : undefined
      const isPrivate =
        (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
      if (name === undefined || isPrivate || ts.isConstructorDeclaration(member)) continue
      found.push({ name: `${path}.${name}`, node: member })
      if (member.type !== undefined && OPTIONS.test(symbol.name)) visitType(member.type, `${path}.${name}`)
    }
  }
  const visitType = (node, path) => {
    if (ts.isTypeLiteralNode(node)) visit(node, path)
    if (ts.isIntersectionTypeNode(node) || ts.isUnionTypeNode(node))
      for (const part of node.types) visitType(part, path)
    if (ts.isParenthesizedTypeNode(node)) visitType(node.type, path)
  }
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) visit(declaration, symbol.name)
    if (ts.isTypeAliasDeclaration(declaration)) visitType(declaration.type, symbol.name)
  }
  return found
}

const isGenericType = (node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

/** A declaration without its docstring and its modifiers. */
const typeTextOf = (node) => {
  const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodSignature(node) || ts.isMethodDeclaration(node)
  const shown = isFunction ? node : (node.type ?? node)
  return shown
    .getText()
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^export declare |^declare /, '')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
}

/** @returns {Documented[]} every export that a published package declares, and its members */
export const readDocstrings = () => {
  const entries = entryPoints()
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      skipLibCheck: true,
      noEmit: true,
      jsx: ts.JsxEmit.ReactJSX,
      types: ['node'],
      allowImportingTsExtensions: true,
    },
  )
  const checker = program.getTypeChecker()
  const textOf = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const examplesOf = (symbol) =>
    symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === 'example')
      .map((tag) => ts.displayPartsToString(tag.text))
      // A `@` after a space ends the example: TypeScript takes it for another tag.
      .filter((text) => text.trim() !== '')
  const seen = new Set()
  const result = []
  for (const { specifier, file, folder } of entries) {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} is missing or exports nothing. Run npm run build first.`)
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & F.Alias ? checker.getAliasedSymbol(exported) : exported
      const node = symbol.declarations?.[0]
      const at = node?.getSourceFile().fileName ?? ''
      if (node === undefined || seen.has(symbol) || !at.startsWith(`${folder}/`) || at.includes('/node_modules/'))
        continue
      seen.add(symbol)
      const kind = kindOf(checker, symbol, node)
      result.push({
        specifier,
        name: exported.name,
        kind,
        file: at,
        text: textOf(symbol),
        examples: examplesOf(symbol),
        type: kind === 'function' || kind === 'value' ? typeTextOf(node) : '',
      })
      for (const member of membersOf(symbol)) {
        const own = checker.getSymbolAtLocation(member.node.name)
        result.push({
          specifier,
          name: member.name,
          kind: 'member',
          file: at,
          text: own ? textOf(own) : '',
          examples: own ? examplesOf(own) : [],
          type: typeTextOf(member.node),
          parameters: isGenericType(node) ? (node.typeParameters?.length ?? 0) : 0,
        })
      }
    }
  }
  return result
}

/** The props of the components that a package publishes as source text: the interface `Props` in each. @returns {Documented[]} */
export const readComponentProps = () =>
  ['astro/src/components', 'sveltekit/src/lib/components'].flatMap((folder) =>
    readdirSync(join(root, 'packages', folder))
      .filter((name) => /\.(?:astro|svelte)$/.test(name))
      .flatMap((name) => {
        const file = join(root, 'packages', folder, name)
        const [text] = /interface Props [\s\S]*?\n {0,2}\}\n/.exec(readFileSync(file, 'utf8')) ?? []
        if (text === undefined) return []
        const { statements } = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
        return statements
          .filter((statement) => ts.isInterfaceDeclaration(statement))
          .flatMap(({ members }) => members.filter((member) => ts.isPropertySignature(member)))
          .map((member) => ({
            specifier: `${folder}/${name}`,
            name: `Props.${member.name.getText()}`,
            kind: 'member',
            file,
            text: ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc)?.comment) ?? '',
            examples: ts
              .getJSDocTags(member)
              .filter(({ tagName }) => tagName.text === 'example')
              .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? ''),
            type: member.type?.getText() ?? '',
          }))
      }),
  )
