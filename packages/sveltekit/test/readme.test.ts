import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname

test.each(['../README.md'])('the example of %s is the one that the e2e tests build', (file) => {
  const readme = readFileSync(join(here, file), 'utf8')
  const blocks = [...readme.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text]) => [
    name,
    text,
  ])
  const files = readdirSync(join(here, 'readme'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const built = files.map((path) => [path.slice(join(here, 'readme/').length), readFileSync(path, 'utf8')])
  expect(Object.fromEntries(blocks)).toEqual(Object.fromEntries(built))
})
