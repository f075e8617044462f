// The checks of this repository that are not tests. Each returns 0 when it passed.
import { join } from 'node:path'
import { inOrder, root, run } from './tools.mjs'

const demo = join(root, 'examples/sveltekit')

export const tool = async (command, args, options) => (await run(command, args, options)).code

export const format = () => tool('oxfmt', ['--check'])

/** The checks of this repository's own rules: retired words, comparisons of method types, and names with two meanings. */
export const names = () =>
  inOrder(
    ['scripts/check-words.mjs', 'scripts/check-names.mjs'].map((script) => () => tool(process.execPath, [script])),
    { stopAtFailure: false },
  )

// The demo's tsconfig extends one that SvelteKit writes, and typed rules need it.
export const lint = (paths = []) =>
  inOrder(
    [
      () => tool('svelte-kit', ['sync'], { cwd: demo }),
      () => tool('oxlint', ['--type-aware', '--deny-warnings', ...paths]),
      names,
    ],
    { stopAtFailure: false },
  )

export const types = () => tool('tsc', ['-b'])

/** The types of Svelte components. */
export const svelteTypes = () =>
  inOrder(
    [join(root, 'packages/sveltekit'), demo].map((cwd) => () => tool('npm', ['run', '--silent', 'check'], { cwd })),
    { stopAtFailure: false },
  )

export const layers = () => tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'packages'])

export const packages = () => tool(process.execPath, ['scripts/check-packages.mjs'])
