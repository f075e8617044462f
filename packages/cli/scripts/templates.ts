// Writes src/init/templates.ts: the code blocks with a file name in the start pages of the frameworks.
// `node packages/cli/scripts/templates.ts`, then `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

interface Source {
  /** The page in `docs/start`. */
  readonly name: string
  /** A folder of `examples`. The page shows the files of several ones. */
  readonly example?: string
}

const sources: Readonly<Record<string, Source>> = {
  sveltekit: { name: 'sveltekit' },
  next: { name: 'next' },
  nuxt: { name: 'nuxt' },
  astro: { name: 'astro' },
  'react-router': { name: 'react-router' },
  'tanstack-start': { name: 'tanstack-start' },
  'solid-start': { name: 'solid-start' },
  qwik: { name: 'qwik' },
  express: { name: 'node', example: 'express' },
  fastify: { name: 'node', example: 'fastify' },
  koa: { name: 'node', example: 'koa' },
  nestjs: { name: 'node', example: 'nestjs' },
  node: { name: 'node', example: 'node' },
  hono: { name: 'web', example: 'hono' },
  elysia: { name: 'web', example: 'elysia' },
  h3: { name: 'web', example: 'h3' },
}

const blocksOf = (page: string): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text])

const templateOf = ({ name, example }: Source) => {
  if (example !== undefined) {
    const read = (file: string) => readFileSync(join(root, 'examples', example, file), 'utf8')
    return { 'auth.config.ts': read('auth.config.ts'), 'server.ts': read('server.ts') }
  }
  const readPage = (folder: string) => readFileSync(join(root, 'docs', folder, `${name}.md`), 'utf8')
  // SvelteKit 3 gives only variables that this file declares.
  const variables = /^```ts title="src\/env\.ts"\n([\s\S]*?)^```$/m.exec(readPage('reference/packages'))?.[1]
  return Object.fromEntries([
    ...blocksOf(readPage('start')),
    ...(variables === undefined ? [] : [['src/env.ts', variables] as const]),
  ])
}

/** The templates by framework and path. */
export const readTemplates = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(Object.entries(sources).map(([framework, source]) => [framework, templateOf(source)]))

if (import.meta.main) {
  const text = `// Written by scripts/templates.ts from the start pages of the frameworks.

/** The files of each framework by their paths. */
export const templates: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(readTemplates(), null, 2)}
`
  writeFileSync(join(import.meta.dirname, '../src/init/templates.ts'), text)
}
