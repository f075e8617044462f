// The applications of frameworks that need a build. Each is built once, in a temporary folder: it uses the frameworks and the
// integrations of Auth.js that the repository installs for its tests.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from '../../scripts/tools.mjs'

const APPS = fileURLToPath(new URL('apps/', import.meta.url))

/** Where `apps/common.js` goes, and the command that builds. */
const applications = {
  SvelteKit: { source: 'sveltekit', common: 'src', build: ['node_modules/vite/bin/vite.js', 'build'] },
  Next: { source: 'next', common: '.', build: ['node_modules/next/dist/bin/next', 'build'] },
}

export const builtFrameworks = Object.keys(applications)

/** The packages in a folder `node_modules`, by name. @param {string} modules */
const listModules = (modules) =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    )
    .map((name) => /** @type {const} */ ([name, join(modules, name)]))

/** @param {string} target */
const linkModules = (target) => {
  const folders = ['node_modules', 'packages/published-integrations/node_modules'].map((path) => join(root, path))
  for (const [name, from] of new Map(folders.flatMap(listModules))) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    symlinkSync(from, join(target, name))
  }
}

/**
 * Builds an application. Returns its folder, and a function that removes it.
 * @param {keyof typeof applications} framework
 */
export const buildApplication = async (framework) => {
  const { source, common, build } = applications[framework]
  const folder = mkdtempSync(join(tmpdir(), 'authwright-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  cpSync(join(APPS, source), folder, { recursive: true })
  cpSync(join(APPS, 'common.js'), join(folder, common, 'common.js'))
  linkModules(join(folder, 'node_modules'))
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await run(process.execPath, build, { cwd: folder, env, quiet: true })
  if (code === 0) return { folder, remove }
  remove()
  throw new Error(`The application of ${framework} was not built:\n${output}`)
}
