// The list of pages for language models (llmstxt.org), with links to their Markdown: /llms.txt.
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { REPOSITORY } from './repository-links.ts'
import { sections, titleOf } from './sidebar.ts'

const plain = (text: string): string => text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '')

/** The first sentence of a page. */
const firstSentence = (text: string): string => {
  const blocks = text
    .replaceAll(/<!--.*?-->|^```.*?^```$/gms, '')
    .split(/\n\s*\n/)
    .map((block) => plain(block.trim()).replaceAll(/\s*\n\s*/g, ' '))
  const paragraph = blocks.find((block) => /^[^#|!\s-]/.test(block)) ?? ''
  return /^.+?\.(?=\s+[A-Z`]|$)/.exec(paragraph)?.[0] ?? paragraph.replace(/:$/, '.')
}

/** What a page is about. A page about a package has the description of the package. */
const descriptionOf = (page: string, text: string): string => {
  const name = /^(?:docs\/reference\/packages\/([^/]+)|packages\/([^/]+)\/README)$/.exec(page)
  if (name === null) return firstSentence(text)
  const manifest = join(import.meta.dirname, `../../packages/${name[1] ?? name[2] ?? ''}/package.json`)
  return String(JSON.parse(readFileSync(manifest, 'utf8')).description)
}

/** The file. The pages of exports are left out: they are not in the repository. */
export const llmsText = (read: (page: string) => string): string => {
  const lists = Object.entries(sections).flatMap(([section, { groups }]) =>
    Object.entries(groups).map(([group, names]) => {
      const written = names.filter((page) => !page.startsWith('docs/reference/api/'))
      const links = written.map((page) => {
        const text = read(page)
        return `- [${titleOf(text)}](${REPOSITORY}/raw/main/${page}.md): ${descriptionOf(page, text)}`
      })
      return links.length === 0
        ? ''
        : `## ${section === group ? group : `${section}: ${group}`}\n\n${links.join('\n')}\n\n`
    }),
  )
  return `# Authwright\n\n> Authentication for the web platform: a Request goes in, a Response comes out.\n\n${lists.join('').trim()}\n`
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Serves the file during development. */
export const serveLlms = (read: (page: string) => string) => ({
  name: 'authwright-llms',
  configureServer: ({ middlewares }: { middlewares: { use: (path: string, handler: Handler) => void } }) => {
    middlewares.use('/llms.txt', (_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(llmsText(read))
    })
  },
})

/** Writes the file into the built site. */
export const writeLlms = (read: (page: string) => string, folder: string): void =>
  writeFileSync(join(folder, 'llms.txt'), llmsText(read))
