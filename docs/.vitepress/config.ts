// The documentation site. The pages are the Markdown files of this folder, and the READMEs of the packages, as GitHub shows them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitepress'
import { anchorOf } from './anchors.ts'
import { fileNames } from './file-names.ts'
import { serveLlms, writeLlms } from './llms.ts'
import { pagePath, REPOSITORY, repositoryLinks } from './repository-links.ts'
import { searchOptions } from './search.ts'
import { sidebars } from './sidebar.ts'
import { tables } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const read = (page: string): string => readFileSync(join(root, `${page}.md`), 'utf8')

/** A name instead of the file would load the icon from another server while `npm run docs` runs. */
const githubIcon = { svg: readFileSync(join(import.meta.dirname, 'theme/github.svg'), 'utf8') }

/** Vite looks for VitePress from `srcDir` on, where it is not installed, and warns of each package that it does not bundle. */
const bundleNothingOfVitePress: Plugin = {
  name: 'bundle-nothing-of-vitepress',
  enforce: 'post',
  config: ({ optimizeDeps }) => {
    if (optimizeDeps) optimizeDeps.include = optimizeDeps.include?.filter((name) => !name.startsWith('vitepress >'))
  },
}

export default defineConfig({
  title: 'Authwright',
  description: 'Authentication for the web platform: a Request goes in, a Response comes out.',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  srcDir: '..',
  srcExclude: [
    '*.md',
    'docs/code/**',
    '{bench,examples,scripts,mail-previews,.*}/**',
    'packages/*/*/**',
    'packages/{published-*,test-kit}/**',
  ],
  rewrites: (page) => `${(pagePath(page) ?? `/${page}`).slice(1).replace(/(^|\/)$/, '$1index')}.md`,
  // The table of the providers has the space of the outline.
  transformPageData: ({ relativePath }) =>
    relativePath === 'reference/providers.md' ? { frontmatter: { aside: false } } : {},
  buildEnd: ({ outDir }) => writeLlms(read, outDir),
  vite: { publicDir: join(root, 'docs/public'), plugins: [serveLlms(read), bundleNothingOfVitePress] },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      markdown.use(repositoryLinks(root))
      markdown.use(fileNames)
      markdown.use(tables)
    },
  },
  themeConfig: {
    search: { provider: 'local', options: searchOptions },
    outline: [2, 3],
    socialLinks: [{ icon: githubIcon, link: REPOSITORY, ariaLabel: 'GitHub' }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path` },
    nav: [
      { text: 'Why', link: '/why' },
      { text: 'Start', link: '/start/', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/protect-a-route', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/options', activeMatch: '^/(reference|packages)/' },
      { text: 'Understand', link: '/understand/sign-in', activeMatch: '^/(understand|decisions)/' },
    ],
    sidebar: sidebars(read),
    footer: { message: 'MIT licensed' },
  },
})
