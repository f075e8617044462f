// The code of the documentation. A block ```ts file=auth.ts is a file. It can import the other blocks of its page, and the
// files of docs/code, which stand for modules of the application.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './tools.mjs'

/** @param {string} docs @returns {string[]} the pages of the site, without `.md` */
export const listPages = (docs) =>
  globSync('{start,guides,reference,understand,decisions}/**/*.md', { cwd: docs }).map((page) => page.slice(0, -3))

/**
 * The TypeScript blocks of a page.
 * @param {string} text
 * @returns {{ file: string, code: string }[]}
 */
const codeBlocks = (text) =>
  [...text.matchAll(/^```(tsx?)(?: (?:file=|title=")([^"\s]+)"?)?[^\n]*\n(.*?)^```$/gms)].map(
    ([, language, file, code = ''], i) => ({ file: file ?? `block-${i + 1}.${language}`, code }),
  )

const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    types: ['node'],
    exactOptionalPropertyTypes: false,
    jsx: 'react-jsx',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    noEmit: true,
    composite: false,
    declaration: false,
    declarationMap: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  },
  include: ['**/*'],
}

/** Compiles every TypeScript block against the built packages. Returns 0 if all compile. @param {string} docs */
export const compileBlocks = async (docs) => {
  const folder = join(docs, '.code')
  rmSync(folder, { recursive: true, force: true })
  for (const page of listPages(docs)) {
    const blocks = codeBlocks(readFileSync(join(docs, `${page}.md`), 'utf8'))
    if (blocks.length > 0) cpSync(join(docs, 'code'), join(folder, page), { recursive: true })
    for (const { file, code } of blocks) {
      const path = join(folder, page, file)
      mkdirSync(dirname(path), { recursive: true })
      // Each block is a module, also without an import.
      writeFileSync(path, `${code}\nexport {}\n`)
    }
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig, null, 2))
  return (await run('tsc', ['-p', folder])).code
}
