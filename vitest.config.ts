import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slow-first.mjs'

// Packages resolve to their sources, so no test waits for a build. Naming conditions replaces Vite's defaults, so they are repeated here.
const source = 'authwright-source'
// Node must not load what a package offers to bundlers only.
const forNode = defaultServerConditions.filter((name) => name !== 'module')
// The build writes the provider entries of a framework package. They only name core's entries, which tests take from the sources.
const providerEntries = [
  { find: /^@authwright\/(?!core\/)[a-z-]+\/providers/, replacement: '@authwright/core/providers' },
]
const shared = {
  resolve: { conditions: [source, ...defaultClientConditions], alias: providerEntries },
  ssr: { resolve: { conditions: [source, ...forNode] } },
  plugins: [svelte({ configFile: false })],
}

// Limits for tests that hang. A slow machine must not reach them.
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

/** A project takes the test files with its ending: `x.test.ts` is a unit test, `x.servers.ts` needs servers. */
const project = (name: string, ending: string, options = {}) => ({
  ...shared,
  test: {
    name,
    include: [`packages/*/{src,test}/**/*.${ending}.ts`, `examples/*/test/**/*.${ending}.ts`],
    ...timeouts,
    ...options,
  },
})

export default defineConfig({
  test: {
    // Vitest leaves one core free by default. On two cores that halves the speed.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    projects: [
      // In this process, in seconds. The files share their modules, so loading the library costs once per worker and not once per file.
      project('unit', 'test', {
        isolate: false,
        setupFiles: 'packages/test-kit/src/restore-globals.ts',
      }),
      // Database servers and other child processes.
      project('servers', 'servers'),
      // Faults at every adapter call, pairs of faults, crashes, races.
      project('faults', 'faults'),
      // Node, Bun, Deno and workerd.
      project('runtimes', 'runtimes', { globalSetup: 'packages/test-kit/src/runtimes/install.ts' }),
      // A browser and whole applications. A file makes its own folders and takes free ports, so it shares only what the setup and the
      // build of the packages wrote before. A hook installs and builds applications beside those of other files.
      project('e2e', 'e2e', {
        globalSetup: 'examples/sveltekit/test/e2e-setup.mjs',
        testTimeout: 180_000,
        hookTimeout: 600_000,
      }),
    ],
  },
})
