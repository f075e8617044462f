// `npm run build`: builds every package into its `dist`. With `-- --clean` it deletes the old `dist` first.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inOrder, requireNode, root, run } from './tools.mjs'

const packages = [
  'core',
  'client',
  'next',
  'node',
  'web',
  'react-router',
  'tanstack-start',
  'qwik',
  'solid-start',
  'astro',
  'nuxt',
  'adapter-sql',
  'adapter-redis',
  'egress',
  'testing',
  'emulator',
  'sveltekit',
  'cli',
  'create-authwright',
]

export const build = ({ clean = false, quiet = false } = {}) => {
  const folders = [...packages.map((name) => `${name}/dist`), 'core/build']
  if (clean) for (const folder of folders) rmSync(join(root, 'packages', folder), { recursive: true, force: true })
  const step = async (command, args, cwd) => {
    const { code, output } = await run(command, args, { cwd, quiet })
    if (code !== 0) process.stderr.write(output)
    return code
  }
  return inOrder(
    [
      () => step('tsc', ['-b', 'tsconfig.build.json']),
      ...['core', 'next', 'qwik', 'solid-start', 'sveltekit'].map(
        (name) => () => step('npm', ['run', '--silent', 'build'], join(root, 'packages', name)),
      ),
    ],
    { stopAtFailure: true },
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode()
  process.exitCode = await build({ clean: process.argv.includes('--clean') })
}
