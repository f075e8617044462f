import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slow-first.mjs'

// Packages resolve to their sources, so no test waits for a build. Naming conditions replaces Vite's own list, hence the defaults.
const source = 'authwright-source'
// What a package has for bundlers need not load in Node, which is told the same conditions.
const forNode = defaultServerConditions.filter((name) => name !== 'module')
// The build writes the provider entries of a framework package. They only name core's entries, which tests take from the sources.
const providerEntries = [
  { find: /^@authwright\/(?!core\/)[a-z-]+\/providers/, replacement: '@authwright/core/providers' },
]
const sources = {
  resolve: { conditions: [source, ...defaultClientConditions], alias: providerEntries },
  ssr: { resolve: { conditions: [source, ...forNode] } },
}

// Against what hangs, not against a slow machine.
const patience = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // By default one core is left free, which is every other one where there are two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        ...sources,
        plugins: [svelte({ configFile: false })],
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          ...patience,
        },
      },
      {
        ...sources,
        test: {
          name: 'stories',
          include: ['packages/{core,sveltekit}/test/**/*.story.ts', 'examples/*/test/**/*.story.ts'],
          globalSetup: 'examples/sveltekit/test/before-stories.mjs',
          // A browser and the servers of one story keep two cores busy.
          fileParallelism: false,
          ...patience,
        },
      },
    ],
  },
})
