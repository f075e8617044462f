import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleBlocks, readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const here = import.meta.dirname
const examples = join(here, '../../../examples')
const readPage = (path: string) => readFileSync(join(here, '../../../docs', path), 'utf8')
const read = (path: string) => readFileSync(join(examples, path), 'utf8')

const names = ['express', 'fastify', 'koa', 'nestjs', 'node']

// The files are compiled with the other tests.
test('the reference page shows the files of test/readme', () => {
  expect(readmeBlocks(readPage('reference/packages/node.md'))).toEqual(readmeFiles(join(here, 'readme')))
})

// examples.e2e.ts starts and compiles them.
test('the start page shows the examples', () => {
  const blocks = exampleBlocks(readPage('start/node.md'))
  const paths = ['express/auth.config.ts', ...names.map((name) => `${name}/server.ts`), 'nestjs/tsconfig.json']
  expect(blocks).toEqual(Object.fromEntries(paths.map((path) => [path, read(path)])))
})

test.each(names)('examples/%s has the config of the start page, and the versions of this package', (name) => {
  expect(read(`${name}/auth.config.ts`)).toBe(read('express/auth.config.ts'))
  const { dependencies } = JSON.parse(read(`${name}/package.json`)) as { readonly dependencies: Record<string, string> }
  const frameworks = Object.fromEntries(Object.entries(dependencies).filter(([, range]) => !range.startsWith('file:')))
  expect(manifest.devDependencies).toMatchObject(frameworks)
})
