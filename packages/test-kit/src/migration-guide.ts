import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** A block with the path of a file. In a group of tabs it has a label too. */
const BLOCK = /^```ts (?:\[[^\]]+\] )?title="([^"]+)"\n([\s\S]*?)^```$/gm

/** Replace the date in the guide with one in the future, so that the code stays valid. */
const withFutureDate = (code: string): string => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  return code.replace(/until: '\d{4}-\d\d-\d\d'/, `until: '${day}'`)
}

const pagesOf = {
  authjs: ['guides/migrating-from-authjs.md', 'reference/legacy-sessions.md'],
  lucia: ['guides/migrating-from-lucia.md'],
  'better-auth': ['guides/migrating-from-better-auth.md'],
}

/**
 * Write the files of migration guides into a folder that can import the packages of this repository. Returns the names
 * of the files.
 */
export const writeGuide = async (
  folder: string,
  from: readonly (keyof typeof pagesOf)[] = ['authjs'],
): Promise<readonly string[]> => {
  const guides = await Promise.all(
    from.flatMap((name) => pagesOf[name].map((page) => readFile(join(root, 'docs', page), 'utf8'))),
  )
  const blocks = guides.flatMap((guide) => [...guide.matchAll(BLOCK)])
  const files = blocks.map(([, name = '', code = '']) => ({ name, code }))
  for (const { name, code } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), withFutureDate(code))
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return files.map(({ name }) => name)
}

/** The names of Auth.js that the reference lists as missing, as `entry point: name`. */
export const readMissingNames = async (): Promise<readonly string[]> => {
  const page = await readFile(join(root, 'docs/reference/differences-from-authjs.md'), 'utf8')
  const [, table = ''] = /^## Exported names$([\s\S]*?)^#/m.exec(page) ?? []
  return [...table.matchAll(/^\| `([a-z/-]+)` \| ([^|]+) \|/gm)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${path}: ${name}`),
  )
}
