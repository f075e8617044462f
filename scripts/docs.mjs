// `npm run docs` serves the documentation site, `npm run docs -- build` builds it, `npm run docs -- check` tests it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeApiReference } from './api-reference.mjs'
import { build } from './build.mjs'
import { checkDocstrings } from './check-docstrings.mjs'
import { checkSiteLinks } from './check-site-links.mjs'
import { compileBlocks, listPages } from './docs-code.mjs'
import { inOrder, installFolder, requireNode, root, run } from './tools.mjs'

const docs = join(root, 'docs')

/** Only the site needs VitePress. */
const install = () => installFolder(docs, 'VitePress')

const vitepress = async (command) => (await run('npm', ['run', '--silent', command], { cwd: docs })).code

/** The reference of the packages is written from their declaration files. */
const writeApi = () => writeApiReference(docs)

/** @returns {Promise<string[]>} the pages of the sidebars, without `.md` */
const readSidebar = async () => (await import(pathToFileURL(join(docs, '.vitepress/sidebar.ts')).href)).pages

/** Fails if the sidebar does not list a page. */
const checkSidebar = async () => {
  const listed = new Set(await readSidebar())
  const missing = listPages(docs)
    .map((page) => `docs/${page}`)
    .filter((page) => !listed.has(page) && page !== 'docs/index' && !page.startsWith('docs/decisions/'))
  for (const page of missing) console.error(`docs/.vitepress/sidebar.ts does not list ${page}`)
  return missing.length === 0 ? 0 : 1
}

/** Fails if a tutorial, before its last section, does not end with a picture of what a signed-in user sees. */
const checkStartPictures = async () => {
  const start = (await readSidebar()).filter((page) => page.startsWith('docs/start/') && page !== 'docs/start/index')
  const tutorials = [...start, 'packages/create-authwright/README']
  const missing = tutorials.filter((page) => {
    const text = readFileSync(join(root, `${page}.md`), 'utf8')
    return !/^!\[.+\]\(\S*signed-in\S*\.png\)$/.test(
      text.slice(0, text.lastIndexOf('\n## ')).trim().split('\n').at(-1) ?? '',
    )
  })
  for (const page of missing)
    console.error(`${page}.md does not end with a picture signed-in-….png before its last section`)
  return missing.length === 0 ? 0 : 1
}

/** A README fits on one screen: it has at most so many words, lines and pixels of pictures. */
const MAX_WORDS = 350
const MAX_LINES = 70
const MAX_PICTURE_WIDTH = 320

/** What is wrong with a README that has to show how to install `name`. */
const readmeProblems = (path, name) => {
  const text = readFileSync(join(root, path), 'utf8').trim()
  const [words, lines] = [text.split(/\s+/).length, text.split('\n').length]
  const install = new RegExp(`^(?:npm (?:install|create)|npx) (?:.* )?${name}(?:[@ ]|$)`, 'm')
  return [
    ...(words > MAX_WORDS ? [`${path} has ${words} words, and ${MAX_WORDS} fit on one screen`] : []),
    ...(lines > MAX_LINES ? [`${path} has ${lines} lines, and ${MAX_LINES} fit on one screen`] : []),
    ...(install.test(text) ? [] : [`${path} has no line with npm install, npm create or npx`]),
  ]
}

/** What is wrong with the pictures of the README of the repository: Markdown shows a picture as wide as the page. */
const pictureProblems = (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const pictures = text.match(/<img\s[^>]*>|!\[[^\]]*\]\([^)]*\)/g) ?? []
  const isSmall = (picture) => Number(/\swidth="(\d+)"/.exec(picture)?.[1] ?? Infinity) <= MAX_PICTURE_WIDTH
  return [
    ...(pictures.length > 1 ? [`${path} has ${pictures.length} pictures, and one fits on one screen`] : []),
    ...(pictures.every(isSmall)
      ? []
      : [`${path} has a picture without a width of at most ${MAX_PICTURE_WIDTH} pixels`]),
    ...(pictures.every((picture) => /\salt="[^"]+"/.test(picture)) ? [] : [`${path} has a picture without alt`]),
  ]
}

/** Fails if the README of the repository or of a published package is longer than one screen, or does not show the installation. */
const checkReadmes = async () => {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((path) => dirname(path))
  const ofPackages = folders.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    if (manifest.private === true) return []
    return readmeProblems(`${folder}/README.md`, manifest.name.replace(/^create-/, ''))
  })
  const ofRoot = [...readmeProblems('README.md', '@authwright/core'), ...pictureProblems('README.md')]
  const problems = [...ofRoot, ...ofPackages]
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

/** Checks the docstrings, the code of the pages, the sidebar, the pictures and the READMEs, and builds the site, whose links have to lead to a page and a heading. */
export const checkDocs = () =>
  inOrder(
    [
      install,
      writeApi,
      checkSidebar,
      checkStartPictures,
      checkReadmes,
      checkDocstrings,
      () => compileBlocks(docs),
      () => vitepress('build'),
      () => checkSiteLinks(join(docs, '.vitepress/dist')),
    ],
    { stopAtFailure: false },
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode()
  const [command = 'dev'] = process.argv.slice(2)
  const site = (name) => [install, () => build({ quiet: true }), writeApi, () => vitepress(name)]
  const commands = { dev: site('dev'), build: site('build'), check: [checkDocs] }
  const steps = Object.hasOwn(commands, command) ? commands[command] : []
  if (steps.length === 0) console.error(`No such command: ${command}. There are: ${Object.keys(commands).join(', ')}.`)
  process.exitCode = steps.length === 0 ? 1 : await inOrder(steps, { stopAtFailure: true })
}
