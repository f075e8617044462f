import { bun, deno, inDeno, nodes, workers, type Machine } from '@authwright/test-kit/runtimes/executables'

const printing = (adapter: string, provider: object): string =>
  `console.log(JSON.stringify(await live(() => ${adapter}, ${JSON.stringify(provider)})))`

const importing = `import { live, memoryAdapter, sqliteAdapter } from './database.mjs'\n`

/** The scripts and configs that run the bundle `database.mjs` with this provider. */
export const databaseEntries = (provider: object): Readonly<Record<string, string>> => ({
  'node-sqlite.mjs': `${importing}${printing(`sqliteAdapter({ path: ':memory:' })`, provider)}\n`,
  'bun-sqlite.mjs': `${importing}import { Database } from 'bun:sqlite'
${printing(`sqliteAdapter({ database: new Database(':memory:') })`, provider)}\n`,
  'memory.mjs': `${importing}export default { test: async () => ${printing('memoryAdapter()', provider)} }\n`,
  'memory.capnp': `using Workerd = import "/workerd/workerd.capnp";
const main :Workerd.Worker = (
  modules = [(name = "memory.mjs", esModule = embed "memory.mjs"), (name = "database.mjs", esModule = embed "database.mjs")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ["nodejs_compat"],
);
const config :Workerd.Config = (services = [
  (name = "main", worker = .main),
  (name = "internet", network = (allow = ["local", "private"])),
]);
`,
})

/** The runtimes with a database. They may connect to the provider. */
export const databaseMachines = ({ host }: URL): readonly Machine[] => [
  ...nodes('node-sqlite.mjs').map((machine) => ({ ...machine, name: `${machine.name} with node:sqlite` })),
  { name: 'Bun with node:sqlite', command: bun, args: ['run', 'node-sqlite.mjs'] },
  { name: 'Bun with bun:sqlite', command: bun, args: ['run', 'bun-sqlite.mjs'] },
  { name: 'Deno with node:sqlite', command: deno, args: inDeno('node-sqlite.mjs', `--allow-net=${host}`) },
  { name: 'workerd with a memory adapter', command: workers, args: ['test', 'memory.capnp'] },
]
