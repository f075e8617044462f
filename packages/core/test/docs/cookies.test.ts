import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveCookies } from '../../src/config/cookie-set.ts'
import { options } from '../../src/config/options.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/cookies.md'), 'utf8')

test('docs/reference/cookies.md lists every cookie and every option of a cookie', () => {
  const rows = [...page.matchAll(/^\| `(\S*authwright\.[^`]+)` \| `(\w+)` \|/gm)]
  const names = rows.map(([, name = '']) => name.replace('.<suffix>', ''))
  const set = Object.values(resolveCookies({}, true))
  expect(names).toEqual(set.map(({ name }) => name))
  for (const { options: attributes } of set)
    expect(attributes).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
  const described = rows.map(([, , option = '']) => option)
  const withoutEffect = ['pkceCodeVerifier', 'nonce']
  expect([...described, ...withoutEffect].toSorted()).toEqual(Object.keys(options.cookies).toSorted())
})
