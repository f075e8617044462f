import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

const BLOCK = /^```ts title="([^"]+)"\n([\s\S]*?)^```$/gm

/** The day in the guide has passed sooner or later; what is said of it holds for any day that has not. */
const inTime = (code: string): string => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  return code.replace(/until: '\d{4}-\d\d-\d\d'/, `until: '${day}'`)
}

/**
 * Write the files of the guide for people who come from Auth.js into a folder from which the packages of this repository
 * can be imported. Answers the name of each file that the guide shows.
 */
export const writeGuide = async (folder: string): Promise<readonly string[]> => {
  const guide = await readFile(join(root, 'docs/migrating-from-authjs.md'), 'utf8')
  const files = [...guide.matchAll(BLOCK)].map(([, name = '', code = '']) => ({ name, code }))
  for (const { name, code } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), inTime(code))
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return files.map(({ name }) => name)
}
