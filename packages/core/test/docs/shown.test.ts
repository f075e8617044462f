import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The files are compiled with the other tests.
test.each([
  ['email.md', 'too-many-requests.ts'],
  ['oauth.md', 'private-key.ts'],
  ['pages.md', 'theme.ts'],
])('the page %s shows %s as it compiles', (page, file) => {
  expect(read(`../../../../docs/${page}`)).toContain(`\`\`\`ts\n${read(`shown/${file}`)}\`\`\`\n`)
})
