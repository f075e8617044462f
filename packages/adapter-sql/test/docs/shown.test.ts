import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The files are compiled with the other tests.
test.each([
  ['docs/adapters.md', 'cleanup.ts'],
  ['docs/adapters.md', 'existing-tables.ts'],
  ['docs/adapters.md', 'postgres.ts'],
  ['packages/adapter-sql/README.md', 'postgres.ts'],
])('%s shows %s as it compiles', (page, file) => {
  expect(read(`../../../../${page}`)).toContain(`\`\`\`ts\n${read(`shown/${file}`)}\`\`\`\n`)
})
