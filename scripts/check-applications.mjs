// Compiles applications with the packed packages: the code of the reference pages of servers, and applications that were
// written for Auth.js, which are compiled with the packages of Auth.js too.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './tools.mjs'

const applications = join(root, 'packages/sveltekit/test/apps/authjs')

/** Packages whose `test/readme` is compiled, and applications that extend their types. */
const servers = ['node', 'web']

const latest = { name: 'TypeScript 7', command: 'tsc', first: [] }
const previous = {
  name: 'TypeScript 6',
  command: process.execPath,
  first: [join(root, 'node_modules/typescript/lib/tsc.js')],
}
const resolutions = { bundler: 'esnext', nodenext: 'nodenext' }

/** Files that are compiled together. Only a bundler resolves the components, and the packages of Auth.js. */
const programs = [
  { files: ['core.ts', 'sveltekit.ts'], withAuthJs: true },
  { files: ['browser.ts'], onlyBundler: true, withAuthJs: true },
  { files: ['merging/core.d.ts', 'merging/uses.ts'] },
  { files: ['merging/types.d.ts', 'merging/uses.ts'] },
  { files: ['merging/sveltekit.d.ts', 'merging/uses.ts'] },
  { files: ['replacing/app.d.ts', 'replacing/uses.ts'], withAuthJs: true },
  {
    files: servers.flatMap((name) =>
      ['readme', 'apps'].flatMap((part) =>
        // Folders are applications with dependencies of their own, which their tests install and build.
        readdirSync(join(root, 'packages', name, 'test', part))
          .filter((file) => file.endsWith('.ts'))
          .map((file) => `${name}/${part}/${file}`),
      ),
    ),
  },
]

/** A folder of modules with everything that is installed, and the packed packages. */
const installModules = async (folder, tarballs) => {
  mkdirSync(folder, { recursive: true })
  const installed = join(root, 'node_modules')
  // The root has other major versions of what these depend on, such as h3 1 and cookie 2.
  const own = ['core', 'web'].map((name) => join(root, 'packages', name, 'node_modules'))
  const modules = new Map([installed, ...own].flatMap((at) => readdirSync(at).map((name) => [name, join(at, name)])))
  for (const [name, at] of modules) {
    if (!name.startsWith('.') && name !== '@authwright' && name !== '@auth') symlinkSync(at, join(folder, name))
  }
  mkdirSync(join(folder, '@auth'))
  symlinkSync(join(installed, '@auth/core'), join(folder, '@auth/core'))
  symlinkSync(join(root, 'packages/sveltekit/node_modules/@auth/sveltekit'), join(folder, '@auth/sveltekit'))
  for (const [name, tarball] of tarballs) {
    const target = join(folder, '@authwright', name)
    mkdirSync(target, { recursive: true })
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], { quiet: true })
  }
}

const configFor = (files, resolution) => ({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: resolutions[resolution],
    moduleResolution: resolution,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    noEmit: true,
  },
  files,
})

const copyFor = (folder, scope) => {
  cpSync(applications, folder, { recursive: true })
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll('@authwright/', `${scope}/`))
  }
}

/**
 * Compiles every program. Returns what the compilers report.
 * @param {string} folder an empty folder
 * @param {ReadonlyMap<string, string>} tarballs the packed packages, by the name without the scope
 */
export const checkApplications = async (folder, tarballs) => {
  await installModules(join(folder, 'node_modules'), tarballs)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  copyFor(join(folder, 'authwright'), '@authwright')
  copyFor(join(folder, 'authjs'), '@auth')
  for (const name of servers)
    for (const part of ['readme', 'apps'])
      cpSync(join(root, 'packages', name, 'test', part), join(folder, 'authwright', name, part), { recursive: true })
  const complaints = []
  const compile = async (at, files, resolution, { name, command, first }) => {
    const config = join(folder, at, `${resolution} ${name}.json`)
    writeFileSync(config, JSON.stringify(configFor(files, resolution)))
    const { code, output } = await run(command, [...first, '-p', config], { quiet: true, cwd: folder })
    if (code !== 0) complaints.push(`${at}/${files[0]} with ${name}, ${resolution}:\n${output}`)
  }
  for (const { files, onlyBundler = false, withAuthJs = false } of programs) {
    const wanted = Object.keys(resolutions).filter((name) => name === 'bundler' || !onlyBundler)
    for (const resolution of wanted)
      await Promise.all([latest, previous].map((compiler) => compile('authwright', files, resolution, compiler)))
    // Shows that the application is one for Auth.js.
    if (withAuthJs) await compile('authjs', files, 'bundler', latest)
  }
  return complaints.join('\n')
}
