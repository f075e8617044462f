import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passkeyScript } from '../../src/pages/passkey-script.ts'

interface Maker {
  readonly bundle: () => Promise<string>
  readonly render: () => Promise<string>
}

test('the script of the built-in pages is the one that its source makes: npm run passkey-script', async () => {
  const maker = (await import(new URL('../../../../scripts/passkey-script.mjs', import.meta.url).href)) as Maker
  expect(passkeyScript).toBe(await maker.bundle())
  const file = new URL('../../src/pages/passkey-script.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(await maker.render())
})

test('the script fits between the tags of a page, and builds no markup from texts', () => {
  expect(passkeyScript).not.toMatch(
    /<\/script|<!--|innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/i,
  )
  expect(passkeyScript.length).toBeLessThan(16_000)
})
