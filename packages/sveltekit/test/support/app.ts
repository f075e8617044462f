import { cp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { installedModules, installTarballs, run, type Program } from '@authwright/test-kit/installed-application'
import { readmeBlocks, titledBlocks, writeBlocks } from '@authwright/test-kit/readme-blocks'

const here = join(import.meta.dirname, '..')

const readPage = (path: string): Promise<string> => readFile(join(here, '../../..', path), 'utf8')

/** The code of the reference page, beside the example of the start page, and below `/guide` that of the guide about pages. */
const blocksOfPages = async (name: string): Promise<Readonly<Record<string, string>>> => {
  const blocks = Object.entries(titledBlocks(await readPage('docs/reference/packages/sveltekit.md')))
  // Only SvelteKit 3 has what declares variables.
  const needed = name === 'kit3' ? blocks : blocks.filter(([path]) => path !== 'src/env.ts')
  const move = (path: string): string =>
    path.startsWith('src/routes/') ? path.replace('routes', 'routes/readme') : path.replace('src', 'src/routes')
  const guide = Object.entries(readmeBlocks(await readPage('docs/guides/custom-pages.md')))
  return Object.fromEntries([
    ...needed.map(([path, text]) => [move(path), text] as const),
    ...guide.map(([path, text]) => [path.replace('src', 'src/routes/guide'), text] as const),
  ])
}

/** Install an application of `test/apps` from the tarballs and build it without a secret. */
export const installApp = async (folder: string, name: string, tarballs: readonly string[]): Promise<string> => {
  const app = join(folder, name)
  await cp(join(here, 'apps/pages'), app, { recursive: true })
  await cp(join(here, 'apps', name), app, { recursive: true })
  // The example of the start page is below `/readme`. The relative imports between its files stay valid.
  await cp(join(here, 'readme/src/routes'), join(app, 'src/routes/readme'), { recursive: true })
  for (const file of ['auth.ts', 'hooks.server.ts'])
    await cp(join(here, 'readme/src', file), join(app, 'src/routes', file))
  writeBlocks(app, await blocksOfPages(name))
  await installTarballs(app, tarballs)
  // SvelteKit generates the types of the routes only when TypeScript is installed.
  await symlink(join(installedModules, 'typescript'), join(app, 'node_modules/typescript'))
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], app)
  return app
}

/**
 * Check the types of an application, including its components and imports, with each of these versions of TypeScript. Returns what each
 * reports: nothing if all is correct.
 */
export const checkTypes = async (app: string, versions: readonly (6 | 7)[] = [7]): Promise<readonly string[]> => {
  await run(process.execPath, ['node_modules/@sveltejs/kit/svelte-kit.js', 'sync'], app)
  const settings = [
    '--workspace',
    app,
    '--tsconfig',
    join(app, 'tsconfig.json'),
    '--fail-on-warnings',
    '--output',
    'human',
  ]
  return Promise.all(
    versions.map(async (version) => {
      const args = [...(version === 7 ? ['--tsgo'] : []), ...settings]
      const report = await run('svelte-check', args, app).catch((error: Error) => error.message)
      return report.includes('found 0 errors and 0 warnings') ? '' : report
    }),
  )
}

export const vite =
  (...command: readonly string[]): Program =>
  (port) => ['node_modules/vite/bin/vite.js', ...command, '--host', '127.0.0.1', '--port', port, '--strictPort']

/** What adapter-node built. */
export const builtServer: Program = () => ['build/index.js']
