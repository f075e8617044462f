import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { replacePart } from './generated-table.ts'

const docs = join(import.meta.dirname, '../../../docs')

test('keeps the tables that several processes write to one page at the same time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-docs-'))
  try {
    const page = join(folder, 'page.md')
    const names = ['a', 'b', 'c', 'd']
    writeFileSync(page, names.map((name) => `<!-- generated: ${name} -->\n<!-- end: ${name} -->\n`).join(''))
    const program = `
      import { generated } from './generated-table.ts'
      const [, page, name] = process.argv
      for (let i = 0; i <= 100; i++) generated(page, name, name.repeat(i * 50))`
    const write = (name: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, relative(docs, page), name], {
        cwd: import.meta.dirname,
        env: { AUTHWRIGHT_WRITE_DOCS: '1' },
      })
    await Promise.all(names.map(write))
    const table = (name: string) => `<!-- generated: ${name} -->\n\n${name.repeat(5000)}\n\n<!-- end: ${name} -->\n`
    expect(readFileSync(page, 'utf8')).toBe(names.map(table).join(''))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('replaces a part of a page, and throws if the page does not have it', () => {
  const page = 'before\n<!-- generated: a -->\n\nold\n\n<!-- end: a -->\nafter\n'
  expect(replacePart(page, 'a', 'new')).toBe(page.replace('old', 'new'))
  expect(() => replacePart(page, 'b', 'new')).toThrow('<!-- generated: b -->')
  expect(() => replacePart(page.replace('<!-- end: a -->', ''), 'a', 'new')).toThrow('<!-- end: a -->')
})
