// The code of the documentation. A block ```ts file=auth.ts is a file. It can import the other blocks of its page, and the
// files of docs/code, which stand for modules of the application. A tab ```ts [Next.js] is a file of an application of this
// framework. Its first line names the path: // app/page.tsx.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { componentProblems } from './docs-components.mjs'
import { root, run } from './tools.mjs'

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
 * @typedef {object} Block
 * @property {string} language
 * @property {string} file
 * @property {string | undefined} tab the label of the tab that shows it
 * @property {string | undefined} path the path that the first line names, from the folder of the application
 * @property {string | undefined} example the file of `examples/` of which it is a part
 * @property {string | undefined} test the test that uses it
 * @property {string} code
 */

/** @param {string} text @returns {Block[]} the code blocks of a page */
const codeBlocks = (text) =>
  [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', info = '', code = ''], i) => ({
    language,
    file: /(?:file=|title=")([^"\s]+)/.exec(info)?.[1] ?? `block-${i + 1}.${language}`,
    tab: /\[(.+)\]/.exec(info)?.[1],
    path: PATH_LINE.exec(code)?.[1],
    example: /example=(\S+)/.exec(info)?.[1],
    test: /test=(\S+)/.exec(info)?.[1],
    code,
  }))

/** The first line of a file that names its path. */
const PATH_LINE = /^(?:\/\/|<!--) (\S+\.\w+)(?: -->)?\n/

/** The applications of tabs: the start page, its module with the config, and options of the framework's `tsconfig.json`. */
const applications = {
  SvelteKit: { start: 'sveltekit', auth: 'src/auth.ts', compilerOptions: {} },
  // `create-next-app` writes no `allowImportingTsExtensions`.
  'Next.js': { start: 'next', auth: 'auth.ts', compilerOptions: { allowImportingTsExtensions: false } },
  Express: { start: 'node', auth: undefined, compilerOptions: {} },
  Hono: { start: 'web', auth: undefined, compilerOptions: {} },
}

/** @param {string} path @param {string} code */
const writeModule = (path, code) => {
  mkdirSync(dirname(path), { recursive: true })
  // Each block is a module, also without an import.
  writeFileSync(path, `${code}\nexport {}\n`)
}

/**
 * Writes the files of a tab into the folder of an application: the module with the config of the start page, beside it the
 * other blocks of the page and the files of docs/code, and the tab at the path that its first line names.
 * @param {{ docs: string, application: string, tab: string, tabs: Block[], others: Block[] }} layout
 */
const writeApplication = ({ docs, application, tab, tabs, others }) => {
  const { start, auth, compilerOptions } = applications[tab]
  const beside = join(application, auth === undefined ? '' : dirname(auth))
  const shared = Object.fromEntries([
    ...globSync('*.ts', { cwd: join(docs, 'code') }).map((file) => [
      file,
      readFileSync(join(docs, 'code', file), 'utf8'),
    ]),
    ...others.map(({ file, code }) => [file, code]),
  ])
  for (const [file, code] of Object.entries(shared)) {
    // As the guides tell the users of Next.js.
    const withoutEndings = code.replaceAll(/( from '\.[^']*)\.ts'/g, "$1'")
    writeModule(join(beside, file), compilerOptions.allowImportingTsExtensions === false ? withoutEndings : code)
  }
  const ofStart = codeBlocks(readFileSync(join(docs, `start/${start}.md`), 'utf8')).find(({ file }) => file === auth)
  if (ofStart !== undefined) writeModule(join(application, ofStart.file), ofStart.code)
  for (const { path = '', code } of tabs) writeModule(join(application, path), code)
  const files = [...new Set([...(auth === undefined ? [] : [auth]), ...tabs.map(({ path = '' }) => path)])]
  writeFileSync(join(application, 'tsconfig.json'), JSON.stringify({ ...tsconfigOf(compilerOptions), files }, null, 2))
}

const tsconfigOf = (more = {}) => ({
  extends: join(root, 'tsconfig.base.json'),
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
    ...more,
  },
})

/**
 * Compiles every TypeScript block against the built packages, and every component. Returns 0 if all compile, and each other
 * block of a page has a test.
 * @param {string} docs
 */
export const compileBlocks = async (docs) => {
  const folder = join(docs, '.code')
  rmSync(folder, { recursive: true, force: true })
  const read = (path) => readFileSync(join(docs, '..', path), 'utf8')
  const problems = []
  const programs = []
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
    for (const { example, path, code } of blocks) {
      if (example === undefined) continue
      if (!read(`examples/${example}`).includes(code.replace(PATH_LINE, '')))
        problems.push(`${page}.md does not show examples/${example} as it is`)
      if (path !== undefined && !example.endsWith(`/${path}`))
        problems.push(`${page}.md: the path ${path} is not that of examples/${example}`)
    }
    const isElsewhere = elsewhere.includes(name)
    for (const block of blocks) {
      // A test compares the start page of a package with its example. The examples of docstrings are in the reference of the API.
      const isOfExample = isElsewhere && page.startsWith('docs/start/') && !block.file.startsWith('block-')
      const isTested = isOfExample || page.startsWith('docs/reference/api/')
      problems.push(...componentProblems(join(docs, '..'), page, block, isTested))
    }
    if (isElsewhere) {
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
    const others = compiled.filter(({ tab = '' }) => !Object.hasOwn(applications, tab))
    if (others.length > 0) cpSync(join(docs, 'code'), join(folder, 'pages', page), { recursive: true })
    for (const { file, code } of others) writeModule(join(folder, 'pages', page, file), code)
    for (const tab of Object.keys(applications)) {
      const tabs = compiled.filter((block) => block.tab === tab)
      if (tabs.length === 0) continue
      if (tabs.some(({ path }) => path === undefined)) {
        problems.push(`${page}.md: the first line of the tab ${tab} does not name the path of the file: // src/auth.ts`)
        continue
      }
      const application = join(folder, 'applications', page, applications[tab].start)
      writeApplication({ docs, application, tab, tabs, others })
      programs.push(application)
    }
  }
  for (const problem of problems) console.error(problem)
  const pages = join(folder, 'pages')
  writeFileSync(join(pages, 'tsconfig.json'), JSON.stringify({ ...tsconfigOf(), include: ['**/*'] }, null, 2))
  const codes = await Promise.all([pages, ...programs].map((program) => run('tsc', ['-p', program])))
  return Math.max(problems.length > 0 ? 1 : 0, ...codes.map(({ code }) => code))
}
