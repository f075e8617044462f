import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

const BLOCK = /^```ts title="([^"]+)"\n([\s\S]*?)^```$/gm

/** Replace the date in the guide with one in the future, so that the code stays valid. */
const withFutureDate = (code: string): string => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  return code.replace(/until: '\d{4}-\d\d-\d\d'/, `until: '${day}'`)
}

/**
 * Write the files of migration guides into a folder that can import the packages of this repository. Returns the names
 * of the files.
 */
export const writeGuide = async (
  folder: string,
  from: readonly ('authjs' | 'lucia' | 'better-auth')[] = ['authjs'],
): Promise<readonly string[]> => {
  const guides = await Promise.all(
    from.map((name) => readFile(join(root, `docs/guides/migrating-from-${name}.md`), 'utf8')),
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

/** The names of Auth.js that the guide lists as missing, as `entry point: name`. */
export const readMissingNames = async (): Promise<readonly string[]> => {
  const guide = await readFile(join(root, 'docs/guides/migrating-from-authjs.md'), 'utf8')
  const [, table = ''] = /^### Exported names$([\s\S]*?)^#/m.exec(guide) ?? []
  return [...table.matchAll(/^\| `([a-z/-]+)` \| ([^|]+) \|/gm)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${path}: ${name}`),
  )
}
