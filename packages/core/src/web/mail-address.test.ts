import { describe, expect, test } from 'vitest'
import { readAddress } from '../protocols/email/address.ts'
import { readEmail } from '../protocols/oauth/oauth-identity.ts'

const typedAddress = (text: string): string | undefined => {
  try {
    return readAddress(text)
  } catch {
    return undefined
  }
}

describe('a form and a provider read the same address:', () => {
  test.each<[text: string, address: string | undefined]>([
    [' Ann@Example.ORG ', 'ann@example.org'],
    ['a.b+tag@example.org', 'a.b+tag@example.org'],
    ['user@münchen.test', 'user@xn--mnchen-3ya.test'],
    ['user@XN--MNCHEN-3YA.test', 'user@xn--mnchen-3ya.test'],
    ['me@localhost', 'me@localhost'],
    [`${'a'.repeat(64)}@app.test`, `${'a'.repeat(64)}@app.test`],
    [`${'a'.repeat(65)}@app.test`, undefined],
    [`a@${'b'.repeat(64)}.test`, undefined],
    ['ann', undefined],
    ['ann@', undefined],
    ['@example.org', undefined],
    ['a@b@c.test', undefined],
    ['a@b_c.test', undefined],
    ['a@-app.test', undefined],
    ['a@app..test', undefined],
    ['.a@app.test', undefined],
    ['a..b@app.test', undefined],
    ['a!@192.0.2.1', undefined],
    ['a@[192.0.2.1]', undefined],
    ['"ann"@example.org', undefined],
    ['ann@example.org,eve@example.org', undefined],
    ['Ann <ann@example.org>', undefined],
    ['ann@example.org\r\nBcc: eve@example.org', undefined],
    ['\tann@example.org', undefined],
    ['ann@example.org\u2028', undefined],
    ['a\u200bnn@example.org', undefined],
    ['ann@exam\u034fple.org', undefined],
    ['ann@p\u0430ypal.test', undefined],
    ['änn@example.org', undefined],
    ['adm\u0131n@example.org', undefined],
    ['ann@evil。test', undefined],
  ])('%j', (text, address) => {
    expect([typedAddress(text), readEmail(text)]).toEqual([address, address])
  })
})

test('only a form replaces letters by compatible ones: at a provider they may be another mailbox', () => {
  for (const text of ['ｆｏｏ@example.com', '\u212aelvin@example.org', '\ufb01x@example.org']) {
    expect(typedAddress(text)).toMatch(/^[a-z]+@example/)
    expect(readEmail(text)).toBeUndefined()
  }
})
