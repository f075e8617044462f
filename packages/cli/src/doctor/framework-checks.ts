import { parseEnv } from 'node:util'
import { frameworks } from '../application/frameworks.ts'
import { REPOSITORY } from '../repository.ts'
import { findMisspelt } from './provider-checks.ts'
import { group, isLoopback, list, type Facts } from './check.ts'

/** Where a framework calls the library: files of which one has to contain the text. */
interface Hook {
  readonly files: readonly string[]
  readonly contains: RegExp
  readonly fix: string
  /** Files that look right, and that the framework does not read for this. */
  readonly misplaced?: readonly string[]
}

const withEndings = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`${name}.ts`, `${name}.js`])

const HOOKS: Readonly<Record<string, Hook>> = {
  sveltekit: {
    // SvelteKit documents `handle` for this file only. Version 3 ignores a `handle` in src/hooks.ts.
    files: withEndings(['src/hooks.server', 'src/hooks.server/index']),
    contains: /\bexport\s*(?:\*|(?:const\s*)?\{[^}]*\bhandle\b|(?:const|let|var|(?:async\s+)?function)\s+handle\b)/,
    misplaced: withEndings([
      'src/hooks',
      'src/hook.server',
      'src/hooks.client',
      'src/lib/hooks.server',
      'src/lib/server/hooks.server',
      'src/routes/hooks.server',
      'hooks.server',
    ]),
    fix: "export { handle } from './auth' in src/hooks.server.ts",
  },
  next: {
    files: ['app', 'src/app'].flatMap((folder) =>
      ['[...nextauth]', '[...auth]', '[...authwright]'].flatMap((name) =>
        ['ts', 'js'].map((ending) => `${folder}/api/auth/${name}/route.${ending}`),
      ),
    ),
    contains: /\bhandlers\b|\bGET\b/,
    fix: 'export the handlers from app/api/auth/[...nextauth]/route.ts',
  },
  astro: {
    files: ['ts', 'mjs', 'js', 'mts'].map((ending) => `astro.config.${ending}`),
    contains: /@authwright\/astro/,
    fix: 'add authwright() to the integrations of astro.config.mjs',
  },
  nuxt: {
    files: ['ts', 'js', 'mjs'].map((ending) => `nuxt.config.${ending}`),
    contains: /@authwright\/nuxt/,
    fix: "add '@authwright/nuxt' to the modules of nuxt.config.ts",
  },
  'react-router': {
    files: ['app/root.tsx', 'app/root.jsx', 'src/root.tsx'],
    contains: /\bmiddleware\b/,
    fix: 'export const middleware from app/root.tsx',
  },
  'tanstack-start': {
    files: ['src/start.ts', 'src/start.tsx', 'app/start.ts'],
    contains: /requestMiddleware/,
    fix: 'add the middleware to requestMiddleware in src/start.ts',
  },
  'solid-start': {
    files: ['ts', 'mts', 'js', 'mjs'].map((ending) => `vite.config.${ending}`),
    contains: /\bmiddleware\b/,
    fix: "pass middleware: './src/middleware.ts' to solidStart() in vite.config.ts",
  },
  qwik: {
    files: ['plugin@auth.ts', 'plugin@auth.tsx', 'plugin.ts', 'layout.tsx'].map((name) => `src/routes/${name}`),
    contains: /\bonRequest\b/,
    fix: 'export onRequest from src/routes/plugin@auth.ts',
  },
}

/** The code without lines that are commented out. An address such as `https://…` stays. */
const withoutComments = (code: string): string => code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

const findHook = ({ project }: Facts): string | undefined => {
  const hook = HOOKS[project.framework ?? '']
  if (hook === undefined) return undefined
  const calls = (file: string): boolean => hook.contains.test(withoutComments(project.read(file) ?? ''))
  if (hook.files.some(calls)) return undefined
  const misplaced = hook.misplaced?.find(calls)
  const where = misplaced === undefined ? '' : `, and the framework does not read ${misplaced} for it`
  return `the application does not call the library${where}: ${hook.fix}`
}

const passkeysOf = ({ providers }: Facts) => providers.filter(({ type }) => type === 'webauthn')

/** The ids of relying parties that are not the host or a domain above it (WebAuthn 5.1.2). */
const findOtherRelyingParty = (facts: Facts): string | undefined => {
  const host = facts.origin?.hostname
  if (host === undefined) return undefined
  return list(
    passkeysOf(facts).flatMap(({ options }) => {
      const { id } = (options['relayingParty'] ?? {}) as { readonly id?: string | readonly string[] }
      const ids = [id ?? []].flat()
      const isUsable = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
      return ids.length === 0 || ids.some(isUsable)
        ? []
        : [`relayingParty.id is ${ids.join(', ')}, and the host is ${host}`]
    }),
  )
}

/** SvelteKit 3 gives only the variables that `src/env.ts` declares. */
const findUndeclared = (facts: Facts): string | undefined => {
  const { project } = facts
  if (project.framework !== 'sveltekit' || !/^\D*3\b/.test(project.dependencies['@sveltejs/kit'] ?? ''))
    return undefined
  const files = ['.env', '.env.local', '.env.production'].map((path) => parseEnv(project.read(path) ?? ''))
  // A variable with another name than the library reads has to be renamed, and is declared by its right name.
  const misspelt = new Map(findMisspelt(facts).map(({ name, variable }) => [name, variable]))
  const set = Object.keys(Object.assign({}, ...files)).map((name) => misspelt.get(name) ?? name)
  const names = new Set(set.filter((name) => name.startsWith('AUTH_')))
  const declared = project.read('src/env.ts') ?? project.read('src/env.js') ?? ''
  const missing = [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(declared))
  return missing.length === 0 ? undefined : `src/env.ts does not declare ${missing.join(', ')}`
}

const WRITES = 'npx @authwright/cli init writes the files'

/** The command that installs what the application lacks of the packages for its framework. */
const installFramework = ({ project: { framework, dependencies, install } }: Facts): string | undefined => {
  const found = frameworks.find(({ id }) => id === framework)
  const missing = found?.install.filter((name) => dependencies[name] === undefined) ?? []
  return missing.length === 0 ? undefined : `${install(missing, found?.devDependency)}; ${WRITES}`
}

const COVERED = new Set(['MissingAdapter', 'MissingAdapterMethods', 'MissingSecret', 'WeakSecret'])

/** Warnings of the library with a check of their own, or that mean nothing to a developer who has chosen so. */
const CHECKED = new Set(['debug-enabled', 'csrf-disabled', 'experimental-webauthn', 'mails-unlimited'])

export const frameworkChecks = group('config', 'docs/reference/options.md', {
  invalid: {
    level: 'fail',
    why: 'every request fails with this error',
    fix: 'correct what the message names',
    fixOf: ({ startError }) => startError?.fix,
    find: ({ startError }) =>
      startError === undefined || COVERED.has(startError.type) ? undefined : startError.message,
  },
  warnings: {
    level: 'warn',
    why: 'the option has no effect, or weakens the application',
    fix: 'change the option that the message names',
    find: ({ warnings }) =>
      list(warnings.filter(([code]) => !CHECKED.has(code)).map(([code, text]) => `${text} (${code})`)),
  },
  csrf: {
    level: 'warn',
    why: 'other sites can sign users in and out',
    fix: 'remove skipCSRFCheck, unless the framework checks the origin of every request',
    find: ({ config }) => (config.skipCSRFCheck === undefined ? undefined : 'skipCSRFCheck is set'),
  },
  'package-missing': {
    level: 'warn',
    why: 'the package of the framework renews sessions and sets cookies where the framework allows it',
    fix: `npm install @authwright/<framework>; ${WRITES}`,
    fixOf: installFramework,
    find: ({ project: { framework, dependencies } }) =>
      framework !== undefined && framework in HOOKS && dependencies[`@authwright/${framework}`] === undefined
        ? `@authwright/${framework} is not in package.json`
        : undefined,
  },
  hook: {
    level: 'fail',
    why: 'no route of the library responds',
    fix: 'add the lines; npx @authwright/cli init --dry-run shows them',
    find: findHook,
  },
  variables: {
    level: 'fail',
    why: 'SvelteKit 3 gives the server only the variables that this file declares',
    fix: `add each to src/env.ts, such as AUTH_SECRET: optional, as ${REPOSITORY}/docs/reference/packages/sveltekit.md#variables shows it`,
    find: findUndeclared,
  },
  'relying-party': {
    level: 'fail',
    why: 'browsers refuse to make or use a passkey for another domain',
    fix: 'set relayingParty.id to the host of AUTH_URL, or to a domain above it',
    find: findOtherRelyingParty,
  },
  'passkeys-http': {
    level: 'fail',
    why: 'browsers have passkeys only on https and on localhost',
    fix: 'serve the application over https',
    find: (facts) =>
      passkeysOf(facts).length > 0 && facts.origin?.protocol === 'http:' && !isLoopback(facts.origin.hostname)
        ? `the address is ${facts.origin.origin}`
        : undefined,
  },
  'passkeys-package': {
    level: 'fail',
    why: 'the first sign-in with a passkey fails',
    fix: 'npm install @simplewebauthn/server',
    find: (facts) =>
      passkeysOf(facts).length > 0 && facts.project.versionOf('@simplewebauthn/server') === undefined
        ? 'the package @simplewebauthn/server is not installed'
        : undefined,
  },
})
