import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installedModules, packAll, run } from './installed-application.ts'

/** The supported versions of TypeScript: 6, whose compiler is JavaScript, and 7. */
const compilers = [
  [process.execPath, join(installedModules, 'typescript/lib/tsc.js')],
  [join(installedModules, '.bin/tsc')],
] as const

/** Where an application has its settings for TypeScript, and a folder for one more module. */
export interface CompiledFiles {
  /** @default 'tsconfig.json' */
  readonly project?: string
  /** @default the folder of the application */
  readonly folder?: string
}

/** Compiles an application and one more module with this text. Returns what each version of TypeScript reports. */
export const compileContract = async (
  application: string,
  text: string,
  { project = 'tsconfig.json', folder = '.' }: CompiledFiles = {},
): Promise<readonly string[]> => {
  const module = join(application, folder, 'contract-types.ts')
  const config = join(application, 'tsconfig.contract.json')
  const settings = { extends: `./${project}`, files: [module], compilerOptions: { noEmit: true } }
  await writeFile(module, text)
  await writeFile(config, JSON.stringify(settings))
  try {
    return await Promise.all(
      compilers.map(([command, ...first]) =>
        run(command, [...first, '--project', config], application).catch((error: Error) => error.message),
      ),
    )
  } finally {
    await Promise.all([rm(module), rm(config)])
  }
}

/** The code of all scripts in a folder of a built application. */
export const readScripts = async (folder: string): Promise<string> => {
  const names = await readdir(folder, { recursive: true })
  const scripts = names.filter((name) => /\.m?js$/.test(name))
  return (await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

const linkAll = async (from: string, to: string): Promise<void> => {
  for (const name of await readdir(from).catch((): readonly string[] => [])) {
    if (name.startsWith('.') || name === '@authwright') continue
    await rm(join(to, name), { force: true })
    await symlink(join(from, name), join(to, name))
  }
}

/**
 * Makes an application without files in a folder. It has the packed packages, and everything that is installed in this repository, for
 * packages whose frameworks are installed here.
 */
export const linkApplication = async (folder: string, packages: readonly string[]): Promise<void> => {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@authwright'), { recursive: true })
  await linkAll(installedModules, modules)
  // A package may have another major version of what the root has too.
  for (const name of packages) await linkAll(join(installedModules, '../packages', name, 'node_modules'), modules)
  for (const tarball of await packAll(folder, packages)) {
    const [name = ''] = packages.filter((each) => tarball.includes(`authwright-${each}-`))
    const target = join(modules, '@authwright', name)
    await mkdir(target)
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], folder)
  }
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [] }))
}
