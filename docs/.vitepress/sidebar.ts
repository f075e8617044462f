// The pages of the site in the order of the sidebars, as files of the repository without `.md`. `npm run docs -- check` fails
// if a page is missing here.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath } from './repository-links.ts'

const inFolder = (folder: string, names: readonly string[]) => names.map((name) => `docs/${folder}/${name}`)
const inGuides = (...names: readonly string[]) => inFolder('guides', names)
const inReference = (...names: readonly string[]) => inFolder('reference', names)

/** All pages of a folder of the reference. */
const allInFolder = (folder: string): readonly string[] => {
  const path = join(import.meta.dirname, '../reference', folder)
  const names = existsSync(path) ? readdirSync(path).map((file) => file.replace(/\.md$/, '')) : []
  return inFolder(`reference/${folder}`, names.toSorted())
}

/** The packages that have a start page. */
const frameworks = ['sveltekit', 'next', 'nuxt', 'astro', 'react-router', 'tanstack-start', 'solid-start', 'qwik']
const servers = ['node', 'web', 'core']

interface Section {
  /** The pages below these paths have the sidebar of the section. */
  readonly paths: readonly string[]
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** Long lists, to which another page of the section links. */
  readonly collapsed?: readonly string[]
}

export const sections: Readonly<Record<string, Section>> = {
  Start: {
    paths: ['/start/', '/why'],
    groups: {
      Start: ['docs/why', 'docs/start/index'],
      Frameworks: inFolder('start', frameworks),
      Servers: inFolder('start', servers),
    },
  },
  Guides: {
    paths: ['/guides/'],
    groups: {
      'First steps': inGuides('protect-a-route', 'roles', 'callbacks', 'troubleshooting'),
      'Sign-in methods': inGuides('providers', 'oauth', 'credentials', 'email', 'passkeys'),
      'Sessions and users': inGuides('sessions', 'databases', 'linking', 'account-page', 'provider-tokens', 'tenants'),
      Pages: inGuides('pages', 'theming', 'custom-pages'),
      'Development and testing': inGuides('development', 'testing'),
      Operations: inGuides('deployment', 'platforms', 'preview-deployments', 'scaling'),
      Migration: inGuides(
        'migrating-from-authjs',
        'migrating-from-next-auth-4',
        'migrating-from-lucia',
        'migrating-from-better-auth',
      ),
    },
  },
  Reference: {
    paths: ['/reference/', '/packages/'],
    groups: {
      Configuration: inReference('options', 'callbacks', 'events', 'environment', 'providers', 'adapter'),
      'HTTP and pages': inReference('endpoints', 'cookies', 'pictures'),
      'E-mail, linking and databases': inReference('email', 'linking', 'databases', 'published-adapters'),
      Migration: inReference('differences-from-authjs', 'legacy-sessions'),
      'Errors and tools': inReference('errors', 'warnings', 'cli', 'frameworks'),
      Packages: [
        ...inFolder('reference/packages', [...servers.toReversed(), ...frameworks]),
        ...inFolder('reference/packages', ['client', 'adapter-sql', 'adapter-redis', 'egress', 'testing']),
        'packages/emulator/README',
        'packages/cli/README',
      ],
      'Each error': allInFolder('errors'),
      /** Of `scripts/api-reference.mjs`; not in the repository. */
      'Every export': allInFolder('api'),
    },
    collapsed: ['Each error', 'Every export'],
  },
  Understand: {
    paths: ['/understand/', '/decisions/'],
    groups: {
      Understand: [
        ...inFolder('understand', [
          'sign-in',
          'security',
          'reliability',
          'performance',
          'page-comparison',
          'vocabulary',
        ]),
        'docs/decisions/README',
      ],
    },
  },
}

/** All pages of the sidebars. */
export const pages: readonly string[] = Object.values(sections).flatMap(({ groups }) => Object.values(groups).flat())

/** The title of a page is its first heading. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

const sectionSidebar = (read: (page: string) => string, { groups, collapsed = [] }: Section) =>
  Object.entries(groups).map(([text, names]) => ({
    text,
    ...(collapsed.includes(text) ? { collapsed: true } : {}),
    items: names.map((page) => ({ text: titleOf(read(page)), link: pagePath(`${page}.md`) ?? '' })),
  }))

/** The sidebars of the site, by path. */
export const sidebars = (read: (page: string) => string) =>
  Object.fromEntries(
    Object.values(sections).flatMap((section) => {
      const sidebar = sectionSidebar(read, section)
      return section.paths.map((path) => [path, sidebar])
    }),
  )
