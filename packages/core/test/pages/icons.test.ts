import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconsText, target } from '../../scripts/icons.ts'

test('the icons are those of the catalogue; `node scripts/icons.ts` writes them', { timeout: 30_000 }, async () => {
  expect(readFileSync(target, 'utf8')).toBe(await iconsText())
})
