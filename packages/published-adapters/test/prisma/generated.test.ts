import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const client = read('generated/internal/class.ts')

test('the generated client is that of the schema beside it', () => {
  expect(client).toContain(`"inlineSchema": ${JSON.stringify(read('schema.prisma'))}`)
})

test('the generated client is of the version of Prisma that runs it', () => {
  const { version } = createRequire(import.meta.url)('@prisma/client/package.json') as { version: string }
  expect(client).toContain(`"clientVersion": "${version}"`)
})
