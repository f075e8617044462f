// `npm run docs` serves the documentation site, `npm run docs -- build` builds it, `npm run docs -- check` tests it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkDocstrings } from './check-docstrings.mjs'
import { compileBlocks, listPages } from './docs-code.mjs'
import { inOrder, installFolder, requireNode, root, run } from './tools.mjs'

const docs = join(root, 'docs')

/** Only the site needs VitePress. */
const install = () => installFolder(docs, 'VitePress')

const vitepress = async (command) => (await run('npm', ['run', '--silent', command], { cwd: docs })).code

/** Fails if the sidebar does not list a page. */
const checkSidebar = async () => {
  const { pages } = await import(pathToFileURL(join(docs, '.vitepress/sidebar.ts')).href)
  const listed = new Set(Object.values(pages).flat())
  const missing = listPages(docs)
    .map((page) => `docs/${page}`)
    .filter((page) => !listed.has(page) && page !== 'docs/index' && !page.startsWith('docs/decisions/'))
  for (const page of missing) console.error(`docs/.vitepress/sidebar.ts does not list ${page}`)
  return missing.length === 0 ? 0 : 1
}

/** Checks the docstrings, the code of the pages and the sidebar, and builds the site, which fails at a dead link. */
export const checkDocs = () =>
  inOrder([install, checkSidebar, checkDocstrings, () => compileBlocks(docs), () => vitepress('build')], {
    stopAtFailure: false,
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode()
  const [command = 'dev'] = process.argv.slice(2)
  const commands = { dev: () => vitepress('dev'), build: () => vitepress('build'), check: checkDocs }
  const steps = Object.hasOwn(commands, command) ? [install, commands[command]] : []
  if (steps.length === 0) console.error(`No such command: ${command}. There are: ${Object.keys(commands).join(', ')}.`)
  process.exitCode = steps.length === 0 ? 1 : await inOrder(steps, { stopAtFailure: true })
}
