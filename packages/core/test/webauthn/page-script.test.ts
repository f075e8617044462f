import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passkeyScript } from '../../src/pages/passkey-script.ts'

interface Builder {
  readonly bundle: () => Promise<string>
  readonly render: () => Promise<string>
}

test('the script of the built-in pages is up to date with its source: npm run passkey-script', async () => {
  const builder = (await import(new URL('../../../../scripts/passkey-script.mjs', import.meta.url).href)) as Builder
  expect(passkeyScript).toBe(await builder.bundle())
  const file = new URL('../../src/pages/passkey-script.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(await builder.render())
})

test('the script does not end its own element, and builds no markup from text', () => {
  expect(passkeyScript).not.toMatch(
    /<\/script|<!--|innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/i,
  )
  expect(passkeyScript.length).toBeLessThan(16_000)
})
