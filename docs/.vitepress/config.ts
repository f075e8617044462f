// The documentation site. The pages are the Markdown files of this folder, as GitHub shows them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { REPOSITORY, repositoryLinks } from './repository-links.ts'
import { sidebar } from './sidebar.ts'

const docs = join(import.meta.dirname, '..')

export default defineConfig({
  title: 'Authwright',
  description: 'Authentication for the web platform: a Request goes in, a Response comes out.',
  cleanUrls: true,
  srcExclude: ['code/**'],
  // The page of a folder is its README.md, which GitHub shows too.
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  markdown: {
    config: (markdown) => {
      markdown.use(repositoryLinks)
    },
  },
  // The pages describe HTML and types: `{{ … }}` and `<Tag>` in them are text.
  vue: { template: { compilerOptions: { delimiters: ['\u0000', '\u0000'] } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path` },
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Guides', link: '/guides/protect-a-route' },
      { text: 'Reference', link: '/reference/options' },
      { text: 'Understand', link: '/understand/sign-in' },
    ],
    sidebar: sidebar((page) => readFileSync(join(docs, `${page}.md`), 'utf8')),
    footer: { message: 'MIT licensed' },
  },
})
