// The layers of ARCHITECTURE.md. In packages/core/src a file imports only from lower layers and from its own folder.
// A type import counts. An entry point (errors.ts, types.ts, …) belongs to the folder whose name it has.
const { readdirSync } = require('node:fs')
const path = require('node:path')

const core = '^packages/core/src/'
const methodFolders = readdirSync(path.join(__dirname, 'packages/core/src/methods'))
const tests = '\\.test\\.ts$'

/** From the top down. Folders of one layer do not import each other. */
const layers = [
  { framework: ['framework.ts', 'framework/'] },
  { auth: ['auth.ts'], index: ['index.ts'] },
  { http: ['http/'], compat: ['compat/'] },
  { routes: ['routes/'] },
  // Each sign-in method, so that none imports another.
  Object.fromEntries(methodFolders.map((name) => [`methods-${name}`, [`methods/${name}/`]])),
  { account: ['account/'] },
  { 'sign-in': ['sign-in/'] },
  { notifications: ['notifications/'] },
  {
    accounts: ['accounts/'],
    sessions: ['sessions/'],
    attempts: ['attempts/'],
    forms: ['forms/'],
  },
  { limits: ['limits/'] },
  { config: ['config/'], jwt: ['jwt.ts'], 'provider-tokens': ['provider-tokens.ts'] },
  {
    'protocols-oauth': ['protocols/oauth/'],
    'protocols-email': ['protocols/email/'],
    'protocols-webauthn': ['protocols/webauthn/'],
    pages: ['pages.ts', 'pages/'],
    store: ['store/'],
    providers: ['providers/'],
  },
  { i18n: ['i18n/'] },
  { crypto: ['crypto/'], web: ['web/'] },
  { runtime: ['runtime/'], adapters: ['adapters.ts'] },
  // The public types are the lowest part of this layer: the other folders of it may use them.
  { types: ['types/', 'types.ts'] },
  { errors: ['errors/', 'errors.ts'] },
  { base: ['base/'] },
]

const inside = (places) => places.map((place) => core + place.replaceAll('.', '\\.') + (place.endsWith('/') ? '' : '$'))

const layerRules = layers.flatMap((layer, i) =>
  Object.entries(layer).map(([name, places]) => {
    const below = layers.slice(i + 1).flatMap((lower) => Object.values(lower).flat())
    const entryPoints = name === 'index' ? ['auth.ts'] : []
    return {
      name: `core-layer-${name}`,
      comment: `${places.join(', ')} may import only from lower layers and from itself`,
      severity: 'error',
      from: { path: inside(places), pathNot: tests },
      to: { path: core, pathNot: inside([...places, ...entryPoints, ...below]) },
    }
  }),
)

// What a folder of the engine shows to the layers above. Its other files are imported inside the folder only.
const entryFiles = {
  'sign-in/': [
    'account-question.ts',
    'complete.ts',
    'deletion-question.ts',
    'next-step.ts',
    'pending-sign-in.ts',
    'require-sign-in.ts',
    'sign-in-record.ts',
  ],
  'account/': ['account-page.ts', 'account-request.ts', 'delete-due-users.ts', 'remove-method.ts'],
}

const entryFileRules = Object.entries(entryFiles).map(([folder, files]) => ({
  name: `core-entry-files-${folder.slice(0, -1)}`,
  comment: `Of ${folder}, other folders import only ${files.join(', ')}`,
  severity: 'error',
  from: { path: core, pathNot: [...inside([folder]), tests] },
  to: { path: inside([folder]), pathNot: inside(files.map((file) => folder + file)) },
}))

const wrappers = [...inside(['crypto/', 'protocols/oauth/', 'web/']), tests]

const everyPlace = layers.flatMap((layer) => Object.values(layer).flat())

module.exports = {
  forbidden: [
    ...layerRules,
    ...entryFileRules,
    {
      name: 'core-method-behind-its-record',
      comment:
        'A sign-in method is known by its record, methods/<name>/<name>-method.ts, which only the registry imports. Only routes.ts imports other files of a method: the handlers of its routes',
      severity: 'error',
      from: { path: core, pathNot: [...inside(['methods/', 'routes/routes.ts']), tests] },
      to: { path: inside(['methods/']), pathNot: `${core}methods/([^/]+)/\\1-method\\.ts$` },
    },
    {
      name: 'core-method-record-only-in-the-registry',
      comment: 'The records of the sign-in methods are imported in routes/methods.ts and nowhere else',
      severity: 'error',
      from: { path: core, pathNot: [...inside(['routes/methods.ts']), tests] },
      to: { path: `${core}methods/([^/]+)/\\1-method\\.ts$` },
    },
    {
      name: 'core-routes-of-methods-are-lazy',
      comment: 'The handler of a route that a method owns is loaded with its first request',
      severity: 'error',
      from: { path: inside(['routes/routes.ts']) },
      to: { path: inside(['methods/']), dynamic: false },
    },
    {
      name: 'core-routes-do-not-import-each-other',
      comment: 'Each file of routes/ has routes of its own; routes.ts has the table of all of them',
      severity: 'error',
      from: { path: inside(['routes/']), pathNot: [...inside(['routes/routes.ts']), tests] },
      to: { path: inside(['routes/']) },
    },
    {
      name: 'core-folder-without-a-layer',
      comment:
        'Every file of core is in a folder that has a layer. Give a new folder its layer here and in ARCHITECTURE.md',
      severity: 'error',
      from: { path: core, pathNot: [...inside(everyPlace), tests] },
      to: {},
    },
    {
      name: 'core-wraps-its-dependencies',
      comment:
        'jose, oauth4webapi and cookie are wrapped in crypto/, protocols/oauth/ and web/ and imported nowhere else',
      severity: 'error',
      from: { path: core, pathNot: wrappers },
      to: { path: ['(^|/)node_modules/(jose|oauth4webapi|cookie)/', '^(jose|oauth4webapi|cookie)(/|$)'] },
    },
    {
      name: 'core-wraps-simplewebauthn',
      comment:
        '@simplewebauthn/server is imported in protocols/webauthn/ and nowhere else. A session check never loads it',
      severity: 'error',
      from: { path: core, pathNot: [...inside(['protocols/webauthn/']), tests] },
      to: { path: ['(^|/)node_modules/@simplewebauthn/', '^@simplewebauthn/'] },
    },
    {
      name: 'core-wraps-node',
      comment: "Node's own modules, too, are imported only in crypto/, protocols/oauth/ and web/",
      severity: 'error',
      from: { path: core, pathNot: wrappers },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'cli-commands-are-lazy',
      comment: 'Each command of packages/cli is a folder that is loaded when the command is called; terminal/ is none',
      severity: 'error',
      from: { path: '^packages/cli/src/[^/]+$' },
      to: { path: '^packages/cli/src/[^/]+/', pathNot: '^packages/cli/src/terminal/', dynamic: false },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle of imports, type imports counted',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-lost-imports',
      comment:
        "An import that leads nowhere; modules of SvelteKit, Nuxt and Qwik exist only inside an application, and of Prisma's client the types are not kept. An application in packages/published-integrations imports what only our package has under the name @auth/core. The applications in packages/sveltekit/test import what the build writes; svelte-check checks them. The applications of other frameworks have dependencies of their own",
      severity: 'error',
      from: {
        pathNot: [
          '^packages/published-adapters/test/prisma/generated/',
          '^packages/published-integrations/test/apps/moved\\.ts$',
          '^packages/sveltekit/test/(apps|readme)/',
          '^packages/(astro|next|nuxt|qwik|react-router|solid-start|tanstack-start)/test/app',
          '^packages/node/test/apps/nestjs',
        ],
      },
      to: {
        couldNotResolve: true,
        pathNot: ['^\\$(app|env)/', '^nuxt/kit$', '^@builder\\.io/qwik', '^#(imports|authwright/config)$'],
      },
    },
    {
      name: 'no-relative-import-across-packages',
      comment: 'A package is imported by its name. What tests of several packages share is in packages/test-kit',
      severity: 'error',
      from: { path: '^((?:packages|examples)/[^/]+)/' },
      to: { path: '^(?:packages|examples)/', pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'test-kit-only-in-tests',
      comment: 'The test kit is private: what is published does not import it',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: [tests, '^packages/test-kit/'] },
      to: { path: '^packages/test-kit/' },
    },
    {
      name: 'no-tests-in-sources',
      comment: 'What is published does not import tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: ['\\.(test|servers|faults|runtimes|e2e)\\.ts$', '^packages/[^/]+/test/'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '/dist/'] },
    // The fixtures of the command are applications. They name packages that are not installed here.
    exclude: { path: ['^packages/[^/]+/(dist|build|\\.svelte-kit)/', '^packages/cli/test/(fixtures|applications)/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['authwright-source', 'svelte', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.svelte', '.json'],
    },
  },
}
