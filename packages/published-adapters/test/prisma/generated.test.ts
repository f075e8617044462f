import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const client = read('generated/internal/class.ts')

test('the generated client was made from schema.prisma', () => {
  expect(client).toContain(`"inlineSchema": ${JSON.stringify(read('schema.prisma'))}`)
})

test('the generated client has the version of the installed Prisma', () => {
  const { version } = createRequire(import.meta.url)('@prisma/client/package.json') as { version: string }
  expect(client).toContain(`"clientVersion": "${version}"`)
})
