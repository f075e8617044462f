import { join } from 'node:path'
import ts from 'typescript'

/** Reads what modules export, with the compiler. Packages of this repository are read from their sources. */
export interface ModuleExports {
  readonly checker: ts.TypeChecker
  /** The exports of a module. Empty if it cannot be resolved. */
  readonly exportsOf: (specifier: string) => readonly ts.Symbol[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  types: [],
  customConditions: ['authwright-source'],
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
}

/**
 * Load modules by their names, as a file in the folder would import them.
 *
 * @example
 * const exports = loadExports(import.meta.dirname, ['@authwright/core'])
 */
export const loadExports = (folder: string, specifiers: readonly string[]): ModuleExports => {
  const importing = join(folder, 'importing.mts')
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  const text = specifiers.map((specifier, i) => `import type * as module${i} from '${specifier}'`).join('\n')
  const program = ts.createProgram([importing], options, {
    ...host,
    fileExists: (path) => path === importing || fileExists(path),
    readFile: (path) => (path === importing ? text : readFile(path)),
    getSourceFile: (path, version, ...more) =>
      path === importing ? ts.createSourceFile(path, text, version) : host.getSourceFile(path, version, ...more),
  })
  const checker = program.getTypeChecker()
  const imports = program.getSourceFile(importing)?.statements.filter(ts.isImportDeclaration) ?? []
  const modules = new Map(
    imports.map(({ moduleSpecifier }, i) => [specifiers[i], checker.getSymbolAtLocation(moduleSpecifier)]),
  )
  return {
    checker,
    exportsOf: (specifier) => {
      const module = modules.get(specifier)
      return module === undefined ? [] : checker.getExportsOfModule(module)
    },
  }
}
