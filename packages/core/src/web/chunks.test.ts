import { describe, expect, test } from 'vitest'
import type { Cookie } from '../types/http.ts'
import {
  clearChunked,
  findCookie,
  isAmbiguous,
  readCandidates,
  readChunked,
  writeChunked,
  readCookies,
  serializeCookie,
} from './cookies.ts'

const NAME = '__Secure-site.session'
const options = { httpOnly: true, secure: true, sameSite: 'lax' as const, path: '/' }

/** The `Cookie` header that a browser sends after it has received these cookies. */
const applyCookies = (header: string, cookies: readonly Cookie[]): string => {
  const jar = new Map([...readCookies(header).startingWith('')].map(([name, values]) => [name, values[0] ?? '']))
  for (const cookie of cookies) {
    if (cookie.options.maxAge === 0) jar.delete(cookie.name)
    else jar.set(cookie.name, cookie.value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

const write = (header: string, value: string): string =>
  applyCookies(header, writeChunked(readCookies(header), NAME, value, options))

describe('a session cookie', () => {
  test('of changing size is read as written, and no old chunk stays', () => {
    let header = 'theme=dark'
    for (let i = 0; i < 20; i += 1) {
      const value = String.fromCharCode(97 + i).repeat(i % 2 === 0 ? 100 : 9000 + i)
      header = write(header, value)
      expect(readChunked(readCookies(header), NAME)).toBe(value)
      expect(readCookies(header).startingWith('').size).toBe(i % 2 === 0 ? 2 : 4)
    }
  })

  test.each([3936, 3937, 7872, 7873])('of %i characters has cookies of at most 4096 bytes', (length) => {
    for (const cookie of writeChunked(readCookies(null), NAME, 'x'.repeat(length), options)) {
      expect(cookie.name.length + cookie.value.length).toBeLessThanOrEqual(4096)
      expect(serializeCookie(cookie)).toContain('SameSite=Lax')
    }
  })

  test('that is too large for the headers of a request throws', () => {
    expect(() => writeChunked(readCookies(null), NAME, 'x'.repeat(3 * 3936 + 1), options)).toThrow(/too large/)
  })

  test('with escaped characters is read as written', () => {
    const value = 'ü"{}'.repeat(200)
    const header = writeChunked(readCookies(null), NAME, value, options)
      .map((cookie) => serializeCookie(cookie).split(';', 1)[0])
      .join('; ')
    expect(readChunked(readCookies(header), NAME)).toBe(value)
  })

  const part = 'p'.repeat(3936)
  test.each([
    ['a gap', `${NAME}.0=${part}; ${NAME}.2=x`],
    ['a chunk with two values', `${NAME}.0=${part}; ${NAME}.0=q; ${NAME}.1=x`],
    ['a leading zero', `${NAME}.00=${part}; ${NAME}.1=x`],
    ['no first chunk', `${NAME}.1=x`],
    ['both forms at once', `${NAME}=whole; ${NAME}.0=${part}`],
    ['too many chunks', `${NAME}.0=a; ${NAME}.1=b; ${NAME}.2=c; ${NAME}.3=d`],
    ['an empty value', `${NAME}=`],
    ['two values', `${NAME}=mine; ${NAME}=injected`],
  ])('with %s is not read', (_what, header) => {
    expect(readChunked(readCookies(header), NAME)).toBeUndefined()
  })

  const full = 'f'.repeat(3936)
  const two = `${NAME}.0=${full}; ${NAME}.1=end`
  test.each([
    ['one chunk', '.2=x'],
    ['one chunk with a gap', '.5=x'],
    ['several chunks', '.2=x; NAME.3=y'],
    ['one chunk twice', '.2=x; NAME.2=y'],
    ['one full chunk', `.2=${'x'.repeat(3936)}`],
  ])('in chunks ignores injected chunks, and is ambiguous: %s', (_what, injected) => {
    const jar = readCookies(`${two}; ${NAME}${injected.replace('NAME', NAME)}`)
    expect(readChunked(jar, NAME)).toBe(`${full}end`)
    expect(readCandidates(jar, NAME)).toStrictEqual([`${full}end`])
    expect(isAmbiguous(jar, NAME)).toBe(true)
    expect(isAmbiguous(readCookies(two), NAME)).toBe(false)
  })

  test('in full chunks has several candidates, because its end is not known', () => {
    const read = (more: string) => readCandidates(readCookies(`${NAME}.0=${full}; ${NAME}.1=${full}${more}`), NAME)
    expect(read('')).toStrictEqual([full + full])
    expect(read(`; ${NAME}.5=x`)).toStrictEqual([full + full])
    expect(read(`; ${NAME}.2=x`)).toStrictEqual([`${full}${full}x`, full + full])
    expect(read(`; ${NAME}.2=${full}; ${NAME}.3=x`)).toStrictEqual([full + full + full, full + full])
  })

  test.each([`${NAME}-other=x`, `${NAME}X=x`, `${NAME}.1e3=x`, `${NAME}.NaN=x`, `${NAME}.-1=x`, `${NAME}.__proto__=x`])(
    'is not changed by another cookie %s',
    (other) => {
      expect(readChunked(readCookies(`${other}; ${NAME}=mine`), NAME)).toBe('mine')
      expect(clearChunked(readCookies(`${other}; ${NAME}=mine`), NAME, options)).toHaveLength(1)
    },
  )
})

describe('a Cookie header', () => {
  test.each([
    ';;;',
    '=',
    'a',
    '=x',
    'a=b=c',
    'a="q"',
    'a=%zz',
    'a=%',
    `a=${'x'.repeat(65536)}`,
    '__proto__=x; constructor=y',
  ])('of %j does not throw', (header) => {
    expect(() => [readCookies(header).startingWith(''), readCookies(header).get('a')]).not.toThrow()
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

test.each(['a=; a=real', 'a=real; a=', 'a=; a=; a=real'])(
  'an emptied cookie does not hide the real one (%s)',
  (header) => {
    expect(findCookie(readCookies(header), 'a')).toBe('real')
    expect(readCandidates(readCookies(header), 'a')).toEqual(['real'])
  },
)

test('of two different values none is read, and an emptied cookie is empty', () => {
  expect(findCookie(readCookies('a=; a=one; a=two'), 'a')).toBeUndefined()
  expect(findCookie(readCookies('a=; a='), 'a')).toBe('')
})

/** The values of a name when the whole header is split. */
const valuesBySplitting = (header: string, name: string): readonly string[] | undefined => {
  const values = header
    .split(';')
    .map((pair) => /^([^=]*)=(.*)$/.exec(pair))
    .flatMap((found) => (found?.[1]?.trim() === name ? [(found[2] ?? '').trim()] : []))
  const filled = values.filter((value) => value !== '')
  return values.length === 0 ? undefined : filled.length === 0 ? [''] : filled
}

/** All texts of a length over an alphabet. */
const textsOf = (length: number, alphabet: readonly string[]): readonly string[] =>
  length === 0 ? [''] : textsOf(length - 1, alphabet).flatMap((text) => alphabet.map((letter) => text + letter))

test('a name is found where the whole header has it, and nowhere else', () => {
  const headers = [1, 2, 3, 4, 5, 6].flatMap((length) => textsOf(length, ['a', 'b', '=', ' ', ';']))
  for (const header of headers) {
    const jar = readCookies(header)
    for (const name of ['a', 'ab'])
      expect(jar.get(name), `${name} in "${header}"`).toEqual(valuesBySplitting(header, name))
  }
})

test('a cookie is found among thousands, and in a malformed header', () => {
  const others = `${'x=1; '.repeat(3000)}`
  const hostile = [`${others}a=1`, `${'a;'.repeat(8000)}=`, 'a'.repeat(16_000), `${' a'.repeat(8000)}=1`]
  for (const header of hostile) expect(readCookies(header).get('a')?.length ?? 0).toBeLessThan(2)
})
