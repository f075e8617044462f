import { describe, expect, test } from 'vitest'
import { readAddress } from './address.ts'

describe('an e-mail address', () => {
  test.each([
    ['Foo@Example.com', 'foo@example.com'],
    [' ann@example.org ', 'ann@example.org'],
    ['a.b+tag@example.org', 'a.b+tag@example.org'],
    ['ｆｏｏ@example.com', 'foo@example.com'],
    ['user@münchen.test', 'user@xn--mnchen-3ya.test'],
    ['me@localhost', 'me@localhost'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(readAddress(typed)).toBe(kept)
    expect(readAddress(kept)).toBe(kept)
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
    'a@'.repeat(50_000),
  ])('%j is none', (typed) => {
    expect(() => readAddress(typed)).toThrow(/address/)
  })

  test.each([undefined, null, 7, ['a@app.test'], { a: 1 }])('%j is none', (typed) => {
    expect(() => readAddress(typed)).toThrow(/address/)
  })

  test('what an owner makes of it is judged as well', () => {
    expect(readAddress('x', () => 'Ann@Example.org')).toBe('Ann@example.org')
    expect(() => readAddress('x', () => 'a@b.test,c@d.test')).toThrow(/address/)
    expect(() => readAddress('x', () => '')).toThrow(/address/)
  })
})
