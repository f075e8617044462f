// The floors of ARCHITECTURE.md: in packages/core/src a file imports only from lower floors and from its own room.
// A type import counts. A door (errors.ts, types.ts, …) belongs to the room whose name it bears.
const core = '^packages/core/src/'
const tests = '\\.test\\.ts$'

/** From the top down; rooms on one floor are strangers to each other. */
const floors = [
  { auth: ['auth.ts'], index: ['index.ts'] },
  { http: ['http/'], compat: ['compat/'] },
  { flows: ['flows/'], pages: ['pages/'] },
  { accounts: ['accounts/'], sessions: ['sessions/'], transactions: ['transactions/'] },
  { config: ['config/'], jwt: ['jwt.ts'], 'account-tokens': ['account-tokens.ts'] },
  {
    oauth: ['oauth/'],
    email: ['email/'],
    credentials: ['credentials/'],
    webauthn: ['webauthn/'],
    providers: ['providers/', 'providers.ts'],
    words: ['words/'],
    icons: ['icons/'],
  },
  { crypto: ['crypto/'], web: ['web/'] },
  { runtime: ['runtime/'], adapters: ['adapters.ts'] },
  // The public types are the ground of floor 2: its other rooms may stand on them.
  { types: ['types/', 'types.ts'] },
  { errors: ['errors/', 'errors.ts'] },
  { base: ['base/'] },
]

const inside = (places) => places.map((place) => core + place.replaceAll('.', '\\.') + (place.endsWith('/') ? '' : '$'))

const roomRules = floors.flatMap((floor, i) =>
  Object.entries(floor).map(([room, places]) => {
    const below = floors.slice(i + 1).flatMap((lower) => Object.values(lower).flat())
    const doors = room === 'index' ? ['auth.ts'] : []
    return {
      name: `core-floor-${room}`,
      comment: `${places.join(', ')} may import only from lower floors and from itself`,
      severity: 'error',
      from: { path: inside(places), pathNot: tests },
      to: { path: core, pathNot: inside([...places, ...doors, ...below]) },
    }
  }),
)

const wrappers = [...inside(['crypto/', 'oauth/', 'web/']), tests]

const everyPlace = floors.flatMap((floor) => Object.values(floor).flat())

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'core-room-without-a-floor',
      comment: 'Every file of core stands in a room of the plan; give a new room its floor here and in ARCHITECTURE.md',
      severity: 'error',
      from: { path: core, pathNot: [...inside(everyPlace), tests] },
      to: {},
    },
    {
      name: 'core-wraps-its-dependencies',
      comment: 'jose, oauth4webapi and cookie are wrapped in crypto/, oauth/ and web/ and imported nowhere else',
      severity: 'error',
      from: { path: core, pathNot: wrappers },
      to: { path: ['(^|/)node_modules/(jose|oauth4webapi|cookie)/', '^(jose|oauth4webapi|cookie)(/|$)'] },
    },
    {
      name: 'core-wraps-simplewebauthn',
      comment:
        '@simplewebauthn/server is imported in webauthn/ and nowhere else, and never on the way of a session check',
      severity: 'error',
      from: { path: core, pathNot: [...inside(['webauthn/']), tests] },
      to: { path: ['(^|/)node_modules/@simplewebauthn/', '^@simplewebauthn/'] },
    },
    {
      name: 'core-wraps-node',
      comment: "Node's own modules, too, are imported only in crypto/, oauth/ and web/",
      severity: 'error',
      from: { path: core, pathNot: wrappers },
      to: { dependencyTypes: ['core'] },
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
        "An import that leads nowhere; SvelteKit's own modules exist only inside an application, and of Prisma's client the types are not kept",
      severity: 'error',
      from: { pathNot: '^packages/published-adapters/test/prisma/generated/' },
      to: { couldNotResolve: true, pathNot: '^\\$(app|env)/' },
    },
    {
      name: 'no-tests-in-sources',
      comment: 'What is published does not import tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: ['\\.(test|story)\\.ts$', '^packages/[^/]+/test/'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '/dist/'] },
    exclude: { path: '^packages/[^/]+/(dist|\\.svelte-kit)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['authwright-source', 'svelte', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.svelte', '.json'],
    },
  },
}
