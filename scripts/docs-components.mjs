// The code of the documentation that TypeScript does not read. Blocks of Svelte and Vue are compiled. Every other one needs a test.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'

/** @param {string} code @param {string} filename @returns {string[]} what is wrong with a Svelte component */
const svelteProblems = (code, filename) => {
  const { warnings } = compile(code, { filename, generate: 'server' })
  // A store that the page creates takes the first value of a prop only.
  return warnings.filter((warning) => warning.code !== 'state_referenced_locally').map(({ message }) => message)
}

/** @param {string} code @param {string} filename @returns {string[]} what is wrong with a Vue component */
const vueProblems = (code, filename) => {
  const { descriptor, errors } = parse(code, { filename })
  const { script, scriptSetup, template } = descriptor
  const { bindings = {} } = script || scriptSetup ? compileScript(descriptor, { id: filename }) : {}
  const rendered =
    template &&
    compileTemplate({
      id: filename,
      filename,
      source: template.content,
      compilerOptions: { bindingMetadata: bindings, expressionPlugins: ['typescript'] },
    })
  return [...errors, ...(rendered?.errors ?? [])].map(String)
}

const compilers = { svelte: svelteProblems, vue: vueProblems }

/** The languages of blocks that neither TypeScript nor a compiler above reads. */
const tested = ['astro', 'html']

/** Says what is wrong with the test that a block names: ```html test=packages/core/test/docs/code-form.test.ts. */
const testProblem = (root, page, test) => {
  if (test === undefined) return 'nothing compiles it, and it does not name its test: test=packages/…'
  if (!existsSync(join(root, test))) return `there is no test ${test}`
  // The test reads the page.
  const name = `${page.replace(/^docs\//, '')}.md`
  return readFileSync(join(root, test), 'utf8').includes(name) ? undefined : `${test} does not read ${name}`
}

/**
 * Says what is wrong with a block of a page, if it is one of Svelte, Vue, Astro or HTML.
 * @param {string} root the folder of the repository
 * @param {string} page
 * @param {import('./docs-code.mjs').Block} block
 * @param {boolean} isTested whether a test has all such blocks of the page
 * @returns {string[]}
 */
export const componentProblems = (root, page, { language, file, example, test, code }, isTested) => {
  const name = `${page}.md: the block ${file}`
  if (Object.hasOwn(compilers, language)) {
    try {
      return compilers[language](code, file).map((problem) => `${name}: ${problem}`)
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  }
  if (!tested.includes(language) || example !== undefined || isTested) return []
  const problem = testProblem(root, page, test)
  return problem === undefined ? [] : [`${name}: ${problem}`]
}
