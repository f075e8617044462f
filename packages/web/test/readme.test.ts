import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleBlocks, readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const here = import.meta.dirname
const examples = join(here, '../../../examples')
const readPage = (path: string) => readFileSync(join(here, '../../../docs', path), 'utf8')
const read = (path: string) => readFileSync(join(examples, path), 'utf8')

const names = ['hono', 'elysia', 'h3', 'bun', 'deno', 'workers']

// The files are compiled with the other tests.
test('the reference page shows the files of test/readme', () => {
  expect(readmeBlocks(readPage('reference/packages/web.md'))).toEqual(readmeFiles(join(here, 'readme')))
})

// examples.e2e.ts and workers-example.e2e.ts start and compile them.
test('the start page shows the examples', () => {
  const paths = [
    'hono/auth.config.ts',
    'hono/server.ts',
    'hono/node.ts',
    'elysia/server.ts',
    'h3/server.ts',
    'bun/server.ts',
  ]
  expect(exampleBlocks(readPage('start/web.md'))).toEqual(Object.fromEntries(paths.map((path) => [path, read(path)])))
})

test.each(['deno', 'workers'])('examples/%s has the server of examples/bun', (name) => {
  expect(read(`${name}/server.ts`)).toBe(read('bun/server.ts'))
})

test.each(names)('examples/%s has the config of the start page, and the versions of this package', (name) => {
  expect(read(`${name}/auth.config.ts`)).toBe(read('hono/auth.config.ts'))
  const { dependencies } = JSON.parse(read(`${name}/package.json`)) as { readonly dependencies: Record<string, string> }
  const frameworks = Object.fromEntries(Object.entries(dependencies).filter(([, range]) => !range.startsWith('file:')))
  expect(manifest.devDependencies).toMatchObject(frameworks)
})
