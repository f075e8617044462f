import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** What applications load. The others are commands, tests, and services that a command starts. */
const PACKAGES =
  '{core,client,node,web,next,nuxt,astro,solid-start,qwik,react-router,tanstack-start,sveltekit,adapter-sql,adapter-redis,egress}'

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

// A development server loads the module with the config again after each edit (C47).
test('nothing that an application loads opens a port, or listens to the process: a reload would leave it behind', () => {
  const files = globSync(`packages/${PACKAGES}/src/**/*.{ts,tsx,svelte,astro}`, { cwd: root })
  const opens = (file: string): boolean =>
    /\.listen\(|createServer\(|\bprocess\.(?:on|once)\(/.test(withoutComments(readFileSync(join(root, file), 'utf8')))
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => !file.includes('.test.') && opens(file))).toEqual([])
})
