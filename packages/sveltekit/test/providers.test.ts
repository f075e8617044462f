import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doors, target } from '../scripts/providers.ts'

test('every provider of core has a door here; `node scripts/providers.ts` writes them', () => {
  const there = readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')])
  expect(Object.fromEntries(there)).toEqual(doors())
})
