// The pages of the site in the order of the sidebar, as files of the repository without `.md`. `npm run docs -- check` fails
// if a page is missing here.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath, REPOSITORY } from './repository-links.ts'

const inFolder = (folder: string, names: readonly string[]) => names.map((name) => `docs/${folder}/${name}`)
const readmes = (names: readonly string[]) => names.map((name) => `packages/${name}/README`)

/** All pages of a folder of the reference. */
const allInFolder = (folder: string): readonly string[] => {
  const path = join(import.meta.dirname, '../reference', folder)
  const names = existsSync(path) ? readdirSync(path).map((file) => file.replace(/\.md$/, '')) : []
  return inFolder(`reference/${folder}`, names.toSorted())
}

/** The packages that have a start page. */
const frameworks = [
  'sveltekit',
  'next',
  'nuxt',
  'astro',
  'react-router',
  'tanstack-start',
  'solid-start',
  'qwik',
  'node',
  'web',
  'core',
]

export const pages: Readonly<Record<string, readonly string[]>> = {
  Start: inFolder('start', ['index', ...frameworks]),
  Guides: inFolder('guides', [
    'protect-a-route',
    'roles',
    'sessions',
    'callbacks',
    'providers',
    'oauth',
    'credentials',
    'email',
    'passkeys',
    'provider-tokens',
    'linking',
    'account-page',
    'pages',
    'theming',
    'custom-pages',
    'databases',
    'development',
    'testing',
    'deployment',
    'platforms',
    'preview-deployments',
    'scaling',
    'tenants',
    'migrating-from-authjs',
    'migrating-from-next-auth-4',
    'migrating-from-lucia',
    'migrating-from-better-auth',
    'troubleshooting',
  ]),
  Reference: [
    ...inFolder('reference', [
      'options',
      'callbacks',
      'events',
      'adapter',
      'providers',
      'endpoints',
      'errors',
      'warnings',
      'cookies',
      'environment',
      'cli',
      'frameworks',
      'pictures',
      'email',
      'databases',
      'published-adapters',
      'differences-from-authjs',
      'legacy-sessions',
    ]),
    ...inFolder('reference/packages', ['client', 'adapter-sql', 'adapter-redis', 'egress', 'testing']),
    ...readmes(['emulator', 'cli']),
    ...inFolder('reference/packages', frameworks),
  ],
  Errors: allInFolder('errors'),
  /** Of `scripts/api-reference.mjs`; not in the repository. */
  API: allInFolder('api'),
  Understand: [
    'docs/why',
    ...inFolder('understand', ['sign-in', 'security', 'reliability', 'performance', 'page-comparison', 'vocabulary']),
    'docs/decisions/README',
  ],
}

/** The title of a page is its first heading. */
const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** The sidebar of the site. */
export const sidebar = (read: (page: string) => string) =>
  Object.entries(pages).map(([text, names]) => ({
    text,
    // The list of errors has links to their pages.
    ...(text === 'Errors' ? { collapsed: true } : {}),
    items: names.map((page) => ({ text: titleOf(read(page)), link: pagePath(`${page}.md`) ?? '' })),
  }))

/** The list of pages for language models (llmstxt.org), with links to their Markdown; docs/reference/errors.md has those of errors. */
export const llmsText = (read: (page: string) => string): string => {
  const written = Object.entries(pages).filter(([text]) => !['Errors', 'API'].includes(text))
  const lists = written.map(([text, names]) => {
    const links = names.map((page) => `- [${titleOf(read(page))}](${REPOSITORY}/raw/main/${page}.md)`)
    return `## ${text}\n\n${links.join('\n')}\n`
  })
  return `# Authwright\n\n> Authentication for the web platform: a Request goes in, a Response comes out.\n\n${lists.join('\n')}`
}
