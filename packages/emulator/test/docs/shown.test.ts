import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

test('docs/guides/testing.md shows sign-in.test.ts, which runs', () => {
  expect(read('../../../../docs/guides/testing.md')).toContain(`\n${read('sign-in.test.ts')}\`\`\`\n`)
})
