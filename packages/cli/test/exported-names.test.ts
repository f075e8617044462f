import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { counterparts, findReplacement } from '../src/migrate-from/entry-points.ts'
import { missingNames } from '../src/migrate-from/exported-names.ts'

const root = join(import.meta.dirname, '../../..')
const core = join(root, 'node_modules/@auth/core')
const providers = globSync('providers/*.d.ts', { cwd: core })
  .map((path) => basename(path, '.d.ts'))
  .filter((name) => name !== 'index')

/** The names that modules export, as the compiler sees them from a folder. */
const exportsOf = (folder: string, specifiers: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const file = join(folder, 'names.ts')
  const source = specifiers.map((specifier, i) => `import * as m${i} from '${specifier}'`).join('\n')
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['authwright-source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    noLib: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(file, source, ts.ScriptTarget.Latest) : read(path, ...rest)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const imports = program.getSourceFile(file)?.statements.filter(ts.isImportDeclaration) ?? []
  return new Map(
    imports.flatMap(({ moduleSpecifier }) => {
      const symbol = checker.getSymbolAtLocation(moduleSpecifier)
      const names = symbol && checker.getExportsOfModule(symbol).map(({ name }) => name)
      return names ? [[(moduleSpecifier as ts.StringLiteral).text, names] as const] : []
    }),
  )
}

test('the list of missing names is complete', () => {
  const missing: Record<string, readonly string[]> = {}
  // The entries of @auth/sveltekit for providers are those of @auth/core.
  for (const [name, folder, extra] of [
    ['@auth/core', 'packages/core', providers.map((id) => `./providers/${id}`)],
    ['@auth/sveltekit', 'packages/sveltekit', []],
  ] as const) {
    const listed = Object.keys(counterparts[name]?.entryPoints ?? {}).filter((path) => !path.startsWith('./providers'))
    const paths = [...listed, ...(name === '@auth/core' ? ['./providers', ...extra] : [])]
    const modules = paths.filter((path) => path !== './components').map((path) => ({ name, path }))
    const specifiers = modules.map((module) => [module.name + module.path.slice(1), findReplacement(module) ?? ''])
    const found = exportsOf(join(root, folder), specifiers.flat())
    expect(specifiers.flat().filter((specifier) => !found.has(specifier))).toEqual([])
    for (const [theirs = '', ours = ''] of specifiers) {
      const names = found.get(theirs)?.filter((each) => !found.get(ours)?.includes(each)) ?? []
      if (names.length > 0) missing[theirs.replace(name, '.')] = names.toSorted()
    }
  }
  expect(missing).toEqual(missingNames)
})
