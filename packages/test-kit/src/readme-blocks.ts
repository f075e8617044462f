import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The code blocks of a page that name a file, by the name: ` ```ts file=server.ts `. */
export const readmeBlocks = (page: string): Readonly<Record<string, string>> => {
  const blocks = [...page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)]
  return Object.fromEntries(blocks.map(([, name = '', text = '']) => [name, text]))
}

/** The code blocks of a page that are files in `examples`, by their paths: ` ```ts file=server.ts example=koa/server.ts `. */
export const exampleBlocks = (page: string): Readonly<Record<string, string>> => {
  const blocks = [...page.matchAll(/^```\w+ file=\S+ example=(\S+)\n([\s\S]*?)^```$/gm)]
  return Object.fromEntries(blocks.map(([, path = '', text = '']) => [path, text]))
}

/** The code blocks of a page that are files beside those of the example, by their paths: ` ```ts title="app/enter.ts" `. */
export const titledBlocks = (page: string): Readonly<Record<string, string>> => {
  const blocks = [...page.matchAll(/^```tsx? title="(\S+)"\n([\s\S]*?)^```$/gm)]
  return Object.fromEntries(blocks.map(([, path = '', text = '']) => [path, text]))
}

/** Writes blocks into an application. One that replaces a file of the application gets a name beside this file. */
export const writeBlocks = (application: string, blocks: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(blocks)) {
    const path = join(application, name)
    const ending = extname(path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(existsSync(path) ? `${path.slice(0, -ending.length)}-other${ending}` : path, text)
  }
}

/** The files of a folder and its subfolders, by their paths. */
export const readmeFiles = (folder: string): Readonly<Record<string, string>> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}
