// Reads the docstrings of the published packages from their declaration files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { providerNames } from './provider-entries.mjs'
import { root } from './tools.mjs'

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of the published packages. */
const publishedFolders = () =>
  readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')) && manifestOf(folder).private !== true)

/**
 * What an application imports, the file that declares it, and the folder of its package.
 * @typedef {{ specifier: string, file: string, folder: string, isProvider?: boolean }} EntryPoint
 */

/** The entry points of the published packages. @returns {EntryPoint[]} */
export const entryPoints = () =>
  publishedFolders().flatMap((folder) => {
    const { name, exports } = manifestOf(folder)
    return Object.entries(exports)
      .filter(([path, { types }]) => types !== undefined && !path.includes('*'))
      .map(([path, { types }]) => ({ specifier: join(name, path), file: join(folder, types), folder }))
  })

/** The provider entries of core. The other packages export them again. @returns {EntryPoint[]} */
export const providerEntryPoints = () => {
  const folder = join(root, 'packages/core')
  return providerNames().map((name) => ({
    specifier: `@authwright/core/providers/${name}`,
    file: join(folder, `dist/providers/${name}.d.ts`),
    folder,
    isProvider: true,
  }))
}

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
 * @property {boolean} [isFunction] of a member: whether it can be called
 * @property {boolean} [isProfile] whether it is a type of what a provider sends
 * @property {boolean} [isAugmentation] whether it is a member that a package adds to a type of a framework
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
const OPTIONS =
  /(?:Options|Option|Config|Settings|Props|Params|Theme|Limits|Sessions|Callbacks|Components|Styles|Input|Handler|Defaults|Subject)$/

/**
 * Further such types, whose names do not say it. Not among them are results of the library, rows of an adapter, claims and tokens in the
 * form of a standard, messages, and data that a member of another type holds: the example of the type shows their members.
 */
const OTHER_OPTIONS = new Set([
  'AccountRow',
  'Adapter',
  'Application',
  'AuthErrorCause',
  'AuthorizationMock',
  'Client',
  'ClientPrivateKey',
  'CredentialsSignin',
  'DataRequest',
  'DatabaseLocation',
  'DatabaseSchema',
  'DefaultUser',
  'Expected',
  'Listener',
  'LoggerInstance',
  'MockRequest',
  'NextAuthRequest',
  'NextRequestWithAuth',
  'OpenIdMock',
  'PageButton',
  'PageFooter',
  'PagePart',
  'PageProvider',
  'Person',
  'ProviderIcon',
  'ProviderMock',
  'ProviderTokensSecret',
  'ProviderUser',
  'RelayingParty',
  'Reply',
  'RequestSource',
  'ResourceMock',
  'RouteTools',
  'Runtime',
  'SessionTypes',
  'SignInForm',
  'TokenMock',
])

const hasOptions = (type) => OPTIONS.test(type) || OTHER_OPTIONS.has(type)

/** Whether a member of this type is an option or a prop. */
export const isOption = ({ name, kind }) => kind === 'member' && hasOptions(name.split('.')[0])

/**
 * Types that say what a package uses of an object of another library: a database client, a request of a framework, a browser.
 * An application passes the object on, and neither writes nor calls its members.
 */
const FOREIGN = new Set([
  'AstroContext',
  'BrowserContext',
  'BrowserMessage',
  'BrowserPage',
  'D1Database',
  'D1Result',
  'D1Statement',
  'DevToolsSession',
  'ExpressRequest',
  'FetchEvent',
  'HandleErrorInput',
  'HandleInput',
  'HeaderReader',
  'IncomingBody',
  'IncomingRequest',
  'KoaContext',
  'LibsqlClient',
  'LibsqlResult',
  'LibsqlTransaction',
  'MiddlewareStep',
  'MysqlConnection',
  'MysqlPool',
  'MysqlPromisePool',
  'NestRequest',
  'OutgoingResponse',
  'PgClient',
  'PgPool',
  'PgQuery',
  'Pglite',
  'PostgresJs',
  'PostgresJsTransaction',
  'QwikEvent',
  'RedisClient',
  'RequestLike',
  'RouteArgs',
  'SqliteDatabase',
  'SqliteStatement',
])

/** Whether it is a member of an object of another library. */
export const isForeign = ({ name, kind }) => kind === 'member' && FOREIGN.has(name.split('.')[0])

/**
 * The members that the declaration of a type or class writes itself, and those of interfaces that it extends and that are not exported,
 * so that no other entry has them. Options may be in groups, which are type literals.
 */
const membersOf = (symbol, exportedName, hiddenBasesOf) => {
  const found = []
  const visit = (node, path) => {
    const members = node.members ?? []
    for (const member of members) {
      const name = member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : undefined
      const isPrivate =
        (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
      if (name === undefined || isPrivate || ts.isConstructorDeclaration(member)) continue
      found.push({ name: `${path}.${name}`, node: member })
      if (member.type !== undefined && hasOptions(exportedName)) visitType(member.type, `${path}.${name}`)
    }
  }
  const visitType = (node, path) => {
    if (ts.isTypeLiteralNode(node)) visit(node, path)
    if (ts.isIntersectionTypeNode(node) || ts.isUnionTypeNode(node))
      for (const part of node.types) visitType(part, path)
    if (ts.isParenthesizedTypeNode(node)) visitType(node.type, path)
  }
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
      for (const node of [declaration, ...hiddenBasesOf(declaration)]) visit(node, exportedName)
    if (ts.isTypeAliasDeclaration(declaration)) visitType(declaration.type, exportedName)
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

/**
 * The members of the interfaces in `declare global` and `declare module` of a file, with the names of their namespaces. An interface
 * may extend one of the package, whose members it then has.
 */
const augmentationsOf = (checker, source) => {
  const found = []
  const inheritedOf = (node) =>
    (node.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .flatMap((type) => checker.getTypeAtLocation(type).getProperties())
      .map(({ valueDeclaration }) => valueDeclaration)
  const visit = (node, path) => {
    if (ts.isModuleDeclaration(node) && node.body !== undefined) {
      const name = node.name.text === 'global' ? [] : [node.name.text]
      for (const statement of ts.isModuleBlock(node.body) ? node.body.statements : [node.body])
        visit(statement, [...path, ...name])
    }
    if (ts.isInterfaceDeclaration(node))
      for (const member of [...node.members, ...inheritedOf(node)])
        found.push({ name: [...path, node.name.text, member.name.getText()].join('.'), node: member })
  }
  for (const statement of source.statements) if (ts.isModuleDeclaration(statement)) visit(statement, [])
  return found
}

/**
 * Every export that entry points declare, its members, and what they add to types of frameworks.
 * @param {readonly EntryPoint[]} entries
 * @returns {Documented[]}
 */
export const readDocstrings = (entries = entryPoints()) => {
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
  const isFunction = (symbol, node) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(symbol, node))
    return type.getCallSignatures().length > 0
  }
  const memberOf = (specifier, { name, node }) => {
    const symbol = checker.getSymbolAtLocation(node.name)
    return {
      specifier,
      name,
      kind: 'member',
      file: node.getSourceFile().fileName,
      text: symbol ? textOf(symbol) : '',
      examples: symbol ? examplesOf(symbol) : [],
      type: typeTextOf(node),
      isFunction: symbol !== undefined && isFunction(symbol, node),
    }
  }
  const originalOf = (symbol) => (symbol.flags & F.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  const exportsOf = ({ file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} is missing or exports nothing. Run npm run build first.`)
    return checker.getExportsOfModule(module)
  }
  const published = new Set(entries.flatMap(exportsOf).map(originalOf))
  const hiddenBasesOf = (node) =>
    (node.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .map(({ expression }) => checker.getSymbolAtLocation(expression))
      .filter((symbol) => symbol !== undefined && !published.has(originalOf(symbol)))
      .flatMap((symbol) => originalOf(symbol).declarations ?? [])
      .filter((base) => ts.isInterfaceDeclaration(base) && !base.getSourceFile().fileName.includes('/node_modules/'))
      .flatMap((base) => [base, ...hiddenBasesOf(base)])
  const seen = new Set()
  const result = []
  for (const entry of entries) {
    const { specifier, folder, isProvider = false } = entry
    for (const exported of exportsOf(entry)) {
      const symbol = originalOf(exported)
      const node = symbol.declarations?.[0]
      const at = node?.getSourceFile().fileName ?? ''
      if (node === undefined || seen.has(symbol) || !at.startsWith(`${folder}/`) || at.includes('/node_modules/'))
        continue
      seen.add(symbol)
      const kind = kindOf(checker, symbol, node)
      const isProfile = isProvider && kind === 'type' && !OPTIONS.test(symbol.name)
      result.push({
        specifier,
        name: exported.name,
        kind,
        file: at,
        text: textOf(symbol),
        examples: examplesOf(symbol),
        type: kind === 'function' || kind === 'value' ? typeTextOf(node) : '',
        isProfile,
      })
      const parameters = isGenericType(node) ? (node.typeParameters?.length ?? 0) : 0
      for (const member of isProfile ? [] : membersOf(symbol, exported.name, hiddenBasesOf))
        result.push({ ...memberOf(specifier, member), parameters })
    }
  }
  for (const source of program.getSourceFiles()) {
    const { fileName } = source
    const entry =
      entries.find(({ file }) => file === fileName) ?? entries.find(({ folder }) => fileName.startsWith(`${folder}/`))
    if (entry === undefined || fileName.includes('/node_modules/')) continue
    for (const member of augmentationsOf(checker, source))
      result.push({ ...memberOf(entry.specifier, member), isAugmentation: true })
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
