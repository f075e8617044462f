import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The files are compiled with the other tests.
test.each([
  ['docs/guides/databases.md', 'cleanup.ts'],
  ['docs/guides/databases.md', 'existing-tables.ts'],
  ['docs/guides/databases.md', 'postgres.ts'],
  ['docs/guides/roles.md', 'roles.ts'],
  ['docs/guides/roles.md', 'save-theme.ts'],
  ['packages/adapter-sql/README.md', 'postgres.ts'],
])('%s shows %s as it compiles', (page, file) => {
  const text = read(`../../../../${page}`).replaceAll(/^```ts .*$/gm, '```ts')
  expect(text).toContain(`\`\`\`ts\n${read(`shown/${file}`)}\`\`\`\n`)
})
