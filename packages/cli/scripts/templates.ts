// Writes src/init/templates.ts: the code blocks with a file name in the READMEs of the packages for frameworks.
// `node packages/cli/scripts/templates.ts`, then `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../..')

/** The package of each framework, and which of its blocks is the server if the README has one for each framework. */
const sources: Readonly<Record<string, { readonly name: string; readonly server?: string }>> = {
  sveltekit: { name: 'sveltekit' },
  next: { name: 'next' },
  nuxt: { name: 'nuxt' },
  astro: { name: 'astro' },
  'react-router': { name: 'react-router' },
  'tanstack-start': { name: 'tanstack-start' },
  'solid-start': { name: 'solid-start' },
  qwik: { name: 'qwik' },
  express: { name: 'node', server: 'express.ts' },
  fastify: { name: 'node', server: 'fastify.ts' },
  node: { name: 'node', server: 'node.ts' },
  hono: { name: 'web', server: 'hono.ts' },
}

const blocksOf = (readme: string): readonly (readonly [string, string])[] =>
  [...readme.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text])

const templateOf = ({ name, server }: { readonly name: string; readonly server?: string }) => {
  const readme = readFileSync(join(packages, name, 'README.md'), 'utf8')
  const blocks = blocksOf(readme)
  if (server !== undefined) return { 'server.ts': blocks.find(([path]) => path === server)?.[1] ?? '' }
  // SvelteKit 3 gives only variables that this file declares.
  const variables = /^```ts\n(import \{ defineEnvVars \}[\s\S]*?)^```$/m.exec(readme)?.[1]
  return Object.fromEntries([...blocks, ...(variables === undefined ? [] : [['src/env.ts', variables] as const])])
}

/** The templates by framework and path. */
export const readTemplates = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(Object.entries(sources).map(([framework, source]) => [framework, templateOf(source)]))

if (import.meta.main) {
  const text = `// Written by scripts/templates.ts from the READMEs of the packages.

/** The files of each framework by their paths. */
export const templates: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(readTemplates(), null, 2)}
`
  writeFileSync(join(import.meta.dirname, '../src/init/templates.ts'), text)
}
