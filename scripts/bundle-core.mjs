// Bundles packages/core into its `dist`: one file for each entry point and each provider, and a few chunks of modules that are
// loaded together. Also copies the declaration files that the entry points need. The build script of packages/core runs this.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { providerNames } from './provider-entries.mjs'
import { root } from './tools.mjs'

const core = join(root, 'packages/core')
const source = join(core, 'src')
const declarations = join(core, 'build')
const dist = join(core, 'dist')

/**
 * The chunks by the modules that they are made for. A chunk also contains what these import, unless an earlier chunk contains it. So
 * a chunk imports earlier ones only. Modules that no chunk contains get a chunk of their own where an `import()` loads them.
 */
const chunks = {
  // A session check, and what server code calls.
  session: ['index', 'errors'],
  // A session check that looks its user up, and a sign-in.
  'token-user': ['sessions/token-user'],
  // A session check with a database.
  'database-session': ['sessions/database-strategy', 'store/call-adapter'],
  // What the pages for signing in and out have in common with what follows, and what all methods have in common.
  forms: [
    'http/post',
    'routes/script-data',
    'routes/sign-in',
    'routes/sign-out',
    'config/locale',
    'forms/identifier-first',
    'i18n/time-spans',
    'sessions/token-session',
    'web/user-agent-info',
  ],
  // What failed requests load.
  errors: ['http/error-response', 'routes/error'],
  // What only development servers load.
  development: ['config/development-warnings'],
  'sign-in': ['sign-in/complete', 'web/guarded-fetch'],
  // What a sign-in writes to a database, and what methods need that work with a database only.
  accounts: ['sign-in/persist', 'sign-in/deletion-question', 'protocols/email/address', 'account/account-request'],
  mails: ['notifications/notification', 'pages/mails/mail'],
  pages: [
    'http/render-page',
    'pages',
    'pages/render-signin-page',
    'pages/render-signout-page',
    'pages/render-error-page',
    'pages/render-repost-page',
  ],
  // Pages of sites with e-mails or an adapter.
  'account-pages': [
    'pages/render-account-page',
    'pages/render-account-change-page',
    'pages/render-address-pages',
    'pages/render-choose-account-page',
    'pages/render-deletion-pages',
    'pages/render-email-pages',
    'pages/email-script',
  ],
  'passkey-pages': ['pages/render-passkey-page', 'pages/passkey-script'],
  questions: ['routes/choose-account', 'routes/keep-account'],
  account: ['account/account-page', 'account/delete-due-users'],
  oauth: ['methods/oauth/oauth-steps'],
  openid: ['protocols/oauth/id-token'],
  email: ['methods/email/email-steps', 'methods/email/change/finish-change', 'methods/email/change/undo-change'],
  webauthn: ['methods/webauthn/webauthn-steps', 'methods/webauthn/passkey-routes'],
  jwt: ['jwt'],
  framework: ['framework'],
  // What the entries of several providers have in common.
  providers: ['providers/shared/responses', 'providers/mail/sender'],
}

const moduleOf = (name) => join(source, `${name}.ts`)

const manifest = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'))

/** The name of each entry point, which is the path of its files below `dist` without the ending. */
const entryPoints = () => {
  const { exports } = manifest
  const paths = Object.values(exports).map(({ default: path = '' }) => path)
  const single = paths.filter((path) => path.endsWith('.js') && !path.includes('*'))
  const names = single.map((path) => path.slice('./dist/'.length, -'.js'.length))
  return [...new Set([...names, ...providerNames().map((name) => `providers/${name}`)])]
}

/** Packages that an application installs with core. A file that imports another one, such as a helper, would not load. */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
const isInstalled = (path) => installed.some((name) => path === name || path.startsWith(`${name}/`))

const bundle = async (entries) => {
  const input = Object.fromEntries(entries.map((name) => [name, moduleOf(name)]))
  const groups = Object.entries(chunks).map(([name, modules], i, { length }) => {
    const made = new Set(modules.map(moduleOf))
    return { name, test: (id) => made.has(id), priority: length - i }
  })
  const missing = Object.values(chunks)
    .flat()
    .find((name) => !existsSync(moduleOf(name)))
  if (missing !== undefined) throw new Error(`scripts/bundle-core.mjs names ${missing}, which does not exist`)
  const bundled = await rolldown({
    input,
    external: isInstalled,
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: false },
    // No comment with the path of each module: it names a file that is not published.
    experimental: { attachDebugInfo: 'none' },
    onLog: (level, { message }) => {
      throw new Error(`The bundler reports (${level}): ${message}`)
    },
  })
  await bundled.write({
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // Comments are in the declaration files. Names stay, so that a stack trace shows where an error comes from.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: { groups, includeDependenciesRecursively: true },
  })
}

const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+)\.ts'/g

/** Every declaration file that these import, and themselves. */
const reachable = (files, found = new Set()) => {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(join(declarations, `${file}.d.ts`), 'utf8')
    reachable(
      [...text.matchAll(IMPORTED)].map(([, path = '']) => join(dirname(file), path)),
      found,
    )
  }
  return found
}

export const bundleCore = async () => {
  const entries = entryPoints()
  rmSync(dist, { recursive: true, force: true })
  await bundle(entries)
  for (const file of reachable(entries)) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    const text = readFileSync(join(declarations, `${file}.d.ts`), 'utf8')
    // The compiler indents by four spaces. Tabs, as in the code, save 20 kB.
    writeFileSync(
      join(dist, `${file}.d.ts`),
      text.replaceAll(/^(?: {4})+/gm, ({ length }) => '\t'.repeat(length / 4)),
    )
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleCore()
