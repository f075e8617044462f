import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconsText, target } from '../../scripts/icons.ts'

test('the icon file is the output of `node scripts/icons.ts`', { timeout: 30_000 }, async () => {
  expect(readFileSync(target, 'utf8')).toBe(await iconsText())
})
