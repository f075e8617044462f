import { describe, expect, test } from 'vitest'
import { readAddress } from './address.ts'

describe('readAddress', () => {
  test.each([
    ['Foo@Example.com', 'foo@example.com'],
    [' ann@example.org ', 'ann@example.org'],
    ['a.b+tag@example.org', 'a.b+tag@example.org'],
    ['ｆｏｏ@example.com', 'foo@example.com'],
    ['user@münchen.test', 'user@xn--mnchen-3ya.test'],
    ['me@localhost', 'me@localhost'],
    ['a.b@example.org', 'a.b@example.org'],
    ['ab@example.org', 'ab@example.org'],
    ['\ufb01x@example.org', 'fix@example.org'],
    ['\u212Aelvin@example.org', 'kelvin@example.org'],
    ['user@mu\u0308nchen.test', 'user@xn--mnchen-3ya.test'],
    ['user@XN--MNCHEN-3YA.test', 'user@xn--mnchen-3ya.test'],
    ['user@stra\u00dfe.test', 'user@xn--strae-oqa.test'],
    ['user@例え.テスト', 'user@xn--r8jz45g.xn--zckzah'],
    ['user@abcテスト.test', 'user@xn--abc-7k4bocn.test'],
    ['user@пример.test', 'user@xn--e1afmkfd.test'],
    [`${'a'.repeat(64)}@app.test`, `${'a'.repeat(64)}@app.test`],
    [`a@${'b'.repeat(63)}.test`, `a@${'b'.repeat(63)}.test`],
    [
      `a@${`${'b'.repeat(49)}.`.repeat(4)}${'c'.repeat(47)}.test`,
      `a@${`${'b'.repeat(49)}.`.repeat(4)}${'c'.repeat(47)}.test`,
    ],
  ])('normalizes %j to %s', (typed, normalized) => {
    expect(readAddress(typed)).toBe(normalized)
    expect(readAddress(normalized)).toBe(normalized)
  })

  test.each([
    'a@evil.test,v@app.test',
    'a@evil.test;v@app.test',
    'a@evil.test v@app.test',
    'Ann <a@app.test>',
    'a@evil.test%2cv@app.test',
    '"a@evil.test"@app.test',
    'a@evil.test@app.test',
    '<a@evil.test>@app.test',
    'a@[192.0.2.1]',
    'a@192.0.2.1',
    '(c)a@app.test',
    '@evil.test:a@app.test',
    'a＠evil.test@app.test',
    'a@evil.test﹫app.test',
    'a@evil.test，v@app.test',
    'a@evil。test',
    'a\u200b@app.test',
    'a\u202e@app.test',
    'a\u00a0@app.test',
    'a\u00ad@app.test',
    'admın@app.test',
    'a@app.test\r\nBcc: v@app.test',
    'a@app.test\nSubject: x',
    'a\u0000@app.test',
    'a\t@app.test',
    'x@app.test, <a href=//evil.test>',
    '.a@app.test',
    'a..b@app.test',
    'a@-app.test',
    'a@app..test',
    'a@',
    '@app.test',
    '',
    `${'a'.repeat(65)}@app.test`,
    `a@${'b'.repeat(64)}.test`,
    `a@${'b.'.repeat(130)}test`,
    `a@${`${'b'.repeat(49)}.`.repeat(4)}${'c'.repeat(48)}.test`,
    `${'a'.repeat(60)}@${'ü'.repeat(20)}.${'ü'.repeat(20)}.${`${'b'.repeat(49)}.`.repeat(3)}test`,
    `a@${'ü.'.repeat(60)}test`,
    'a@p\u0430ypal.test',
    'a@\u0440aypal.test',
    'a@g\u03bfogle.test',
    'a@ex\u0430mple.пример',
    'a@пример\u05d0.test',
    'a@mail.p\u0430y.test',
    'adm\u0456n@app.test',
    'adm\u0130n@app.test',
    'straße@app.test',
    'é@app.test',
    'a@app\uff0etest@b.test',
    'a\ufe50b@app.test',
    'a@ap\u200bp.test',
    'a@app.test\u2028',
    'a@app.test\u0000',
    'a@app.test\n',
    '\ta@app.test',
    'a@app.test%0d%0aBcc:v@app.test',
    'a\u000b@app.test',
    '[object Object]',
    'mailto:a@app.test',
    'group: a@app.test, b@app.test;',
    'a@evil.test!b@app.test',
    'a%b@evil.test@app.test',
    'a@'.repeat(50_000),
  ])('rejects %j', (typed) => {
    expect(() => readAddress(typed)).toThrow(/address/)
  })

  test.each([undefined, null, 7, ['a@app.test'], { a: 1 }])('rejects %j, which is not a string', (typed) => {
    expect(() => readAddress(typed)).toThrow(/address/)
  })

  test.each([
    'a@'.repeat(50_000),
    '.'.repeat(100_000),
    '('.repeat(100_000),
    `a@${'b-'.repeat(50_000)}`,
    'a.'.repeat(126),
  ])('rejects a long text in little time: %.12s…', (typed) => {
    // The fastest of twenty runs: other work of the machine must not count.
    const times = Array.from({ length: 20 }, () => {
      const started = performance.now()
      expect(() => readAddress(typed)).toThrow(/address/)
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })

  test('turns an error of the developer’s normalizer into an InvalidEmail with the cause', () => {
    const thrown = () =>
      readAddress('ann@example.org', () => {
        throw new Error('closed')
      })
    expect(thrown).toThrow(expect.objectContaining({ type: 'InvalidEmail', cause: { err: new Error('closed') } }))
  })

  test('validates the result of the developer’s normalizer', () => {
    expect(readAddress('x', () => 'Ann@Example.org')).toBe('Ann@example.org')
    expect(() => readAddress('x', () => 'a@b.test,c@d.test')).toThrow(/address/)
    expect(() => readAddress('x', () => '')).toThrow(/address/)
    expect(() => readAddress('x', () => 'a@b.test\r\nBcc: c@d.test')).toThrow(/address/)
    expect(() => readAddress('x', (() => undefined) as never)).toThrow(/address/)
    expect(() => readAddress('x', (() => Promise.resolve('a@b.test')) as never)).toThrow(/address/)
  })
})
