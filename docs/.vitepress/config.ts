// The documentation site. The pages are the Markdown files of this folder, and the READMEs of the packages, as GitHub shows them.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf } from './anchors.ts'
import { fileNames } from './file-names.ts'
import { pagePath, REPOSITORY, repositoryLinks } from './repository-links.ts'
import { llmsText, sidebar } from './sidebar.ts'
import { tables } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const read = (page: string): string => readFileSync(join(root, `${page}.md`), 'utf8')

export default defineConfig({
  title: 'Authwright',
  description: 'Authentication for the web platform: a Request goes in, a Response comes out.',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  srcDir: '..',
  srcExclude: ['*.md', 'docs/code/**', '{bench,examples,scripts,mail-previews,.*}/**', 'packages/*/*/**'],
  rewrites: (page) => `${(pagePath(page) ?? `/${page}`).slice(1).replace(/(^|\/)$/, '$1index')}.md`,
  // The table of the providers has the space of the outline.
  transformPageData: ({ relativePath }) =>
    relativePath === 'reference/providers.md' ? { frontmatter: { aside: false } } : {},
  buildEnd: ({ outDir }) => writeFile(join(outDir, 'llms.txt'), llmsText(read)),
  vite: { publicDir: join(root, 'docs/public') },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      markdown.use(repositoryLinks(root))
      markdown.use(fileNames)
      markdown.use(tables)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path` },
    nav: [
      { text: 'Why', link: '/why' },
      { text: 'Start', link: '/start/' },
      { text: 'Guides', link: '/guides/protect-a-route' },
      { text: 'Reference', link: '/reference/options' },
      { text: 'Understand', link: '/understand/sign-in' },
    ],
    sidebar: sidebar(read),
    footer: { message: 'MIT licensed' },
  },
})
