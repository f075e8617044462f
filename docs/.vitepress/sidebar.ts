// The pages of the site in the order of the sidebar. A page that is not listed here fails the test of the docs.

export const pages = {
  Start: ['start/index'],
  Guides: [
    'guides/protect-a-route',
    'guides/roles',
    'guides/sessions',
    'guides/callbacks',
    'guides/oauth',
    'guides/credentials',
    'guides/email',
    'guides/passkeys',
    'guides/provider-tokens',
    'guides/linking',
    'guides/account-page',
    'guides/pages',
    'guides/databases',
    'guides/testing',
    'guides/deployment',
    'guides/preview-deployments',
    'guides/scaling',
    'guides/tenants',
    'guides/migrating-from-authjs',
    'guides/migrating-from-lucia',
    'guides/migrating-from-better-auth',
    'guides/troubleshooting',
  ],
  Reference: [
    'reference/options',
    'reference/providers',
    'reference/endpoints',
    'reference/errors',
    'reference/cookies',
    'reference/environment',
    'reference/cli',
    'reference/cli',
    'reference/frameworks',
  ],
  Understand: [
    'understand/sign-in',
    'understand/security',
    'understand/reliability',
    'understand/vocabulary',
    'decisions/README',
  ],
} as const satisfies Record<string, readonly string[]>

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** The sidebar: the title of a page is its first heading. */
export const sidebar = (read: (page: string) => string) =>
  Object.entries(pages).map(([text, names]) => ({
    text,
    items: names.map((page) => ({ text: titleOf(read(page)), link: `/${page.replace(/(index|README)$/, '')}` })),
  }))
