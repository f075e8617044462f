import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname

test('the example of the README is the one that the stories build', () => {
  const readme = readFileSync(join(here, '../README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', text]) => [
    file,
    text,
  ])
  const files = readdirSync(join(here, 'readme'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const built = files.map((file) => [file.slice(join(here, 'readme/').length), readFileSync(file, 'utf8')])
  expect(Object.fromEntries(blocks)).toEqual(Object.fromEntries(built))
})
