import { bun, deno, inDeno, nodes, workers, type Machine } from '@authwright/test-kit/runtimes/executables'

const workerd = (scenario: string, flags: string): string => `using Workerd = import "/workerd/workerd.capnp";
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "scenario.mjs", esModule = embed "${scenario}")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = [${flags}],
);
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
`

/** The scripts and configs that run the bundles `scenario.mjs` and `cookies.mjs` and print the result. */
export const entries: Readonly<Record<string, string>> = {
  'script.mjs': `import { live } from './scenario.mjs'\nconsole.log(JSON.stringify(await live()))\n`,
  'worker.mjs': `import { live } from './scenario.mjs'
export default { test: async () => console.log(JSON.stringify(await live())) }\n`,
  // The software authenticator and the memory adapter use Node modules.
  'scenario.capnp': workerd('scenario.mjs', '"nodejs_compat"'),
  'cookies.capnp': workerd('cookies.mjs', ''),
}

export const machines: readonly Machine[] = [
  ...nodes('script.mjs'),
  { name: 'Bun', command: bun, args: ['run', 'script.mjs'] },
  { name: 'Deno', command: deno, args: inDeno('script.mjs') },
  { name: 'workerd', command: workers, args: ['test', 'scenario.capnp'] },
]

/** A runtime without Node modules: passwords and cookies only. */
export const plainWorkerd: Machine = {
  name: 'workerd without nodejs_compat',
  command: workers,
  args: ['test', 'cookies.capnp'],
}
