// The code of the documentation. A block ```ts file=auth.ts is a file. It can import the other blocks of its page, and the
// files of docs/code, which stand for modules of the application.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './tools.mjs'

/** @param {string} docs @returns {string[]} the pages of the site, without `.md` */
export const listPages = (docs) =>
  globSync(['*.md', '{start,guides,reference,understand,decisions}/**/*.md'], { cwd: docs }).map((page) =>
    page.slice(0, -3),
  )

/** The package that a page is about: `node` for `docs/start/node`, `docs/reference/packages/node` and `packages/node/README`. */
const packageOf = (page) => /^(?:docs\/start|docs\/reference\/packages|packages)\/([^/]+)/.exec(page)?.[1] ?? ''

// The packages whose frameworks only their test applications install. These compile the code of the pages.
const elsewhere = ['astro', 'nuxt', 'qwik', 'react-router', 'solid-start', 'sveltekit', 'tanstack-start']

/** @param {string} docs @returns {string[]} the pages outside of `docs` whose code is compiled or compared, without `.md` */
const listReadmes = (docs) =>
  globSync(['README.md', 'packages/*/README.md'], { cwd: join(docs, '..') }).map((page) => page.slice(0, -3))

/**
 * The code blocks of a page. A block with `example=<file>` is a part of this file of `examples/`.
 * @param {string} text
 * @returns {{ language: string, file: string, example: string | undefined, code: string }[]}
 */
const codeBlocks = (text) =>
  [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', info = '', code = ''], i) => ({
    language,
    file: /(?:file=|title=")([^"\s]+)/.exec(info)?.[1] ?? `block-${i + 1}.${language}`,
    example: /example=(\S+)/.exec(info)?.[1],
    code,
  }))

const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    types: ['node'],
    module: 'preserve',
    moduleResolution: 'bundler',
    customConditions: [],
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
  const read = (path) => readFileSync(join(docs, '..', path), 'utf8')
  const problems = []
  for (const page of [...listPages(docs).map((name) => `docs/${name}`), ...listReadmes(docs)]) {
    const blocks = codeBlocks(read(`${page}.md`))
    const name = packageOf(page)
    const startPage = `docs/start/${name}.md`
    if (page.startsWith('packages/') && existsSync(join(docs, '..', startPage))) {
      // The README shows some blocks of the start page, which are compiled there.
      const shown = new Set(codeBlocks(read(startPage)).map(({ code }) => code))
      for (const { language, code } of blocks)
        if (language !== 'sh' && !shown.has(code))
          problems.push(`${page}.md has a block that ${startPage} does not have:\n${code}`)
      continue
    }
    for (const { example, code } of blocks)
      if (example !== undefined && !read(`examples/${example}`).includes(code))
        problems.push(`${page}.md does not show examples/${example} as it is`)
    if (elsewhere.includes(name)) {
      for (const { file } of blocks.filter(({ file: path }) => /^block-.*\.tsx?$/.test(path)))
        problems.push(`${page}.md: ${file} has no file name, so its test application does not get it`)
      continue
    }
    // The reference of a package imports files of its start page.
    const isReference = page.startsWith('docs/reference/packages/') && existsSync(join(docs, '..', startPage))
    const known = isReference ? codeBlocks(read(startPage)) : []
    // The tests of a package compile the files of `test/readme`.
    const ofTests = join(docs, '../packages', name, 'test/readme')
    const compiled = [...known, ...blocks].filter(
      ({ language, example, file }) =>
        /^tsx?$/.test(language) && example === undefined && !existsSync(join(ofTests, file)),
    )
    if (compiled.length > 0) cpSync(join(docs, 'code'), join(folder, page), { recursive: true })
    for (const { file, code } of compiled) {
      const path = join(folder, page, file)
      mkdirSync(dirname(path), { recursive: true })
      // Each block is a module, also without an import.
      writeFileSync(path, `${code}\nexport {}\n`)
    }
  }
  for (const problem of problems) console.error(problem)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig, null, 2))
  const { code } = await run('tsc', ['-p', folder])
  return code === 0 && problems.length > 0 ? 1 : code
}
