import { describe, expect, test } from 'vitest'
import { makeCookieJar } from './cookie-jar.ts'
import { fixedClock } from './fixed-clock.ts'

const site = new URL('https://site.example/auth/callback/local')

const kept = (line: string, url = site): boolean => makeCookieJar().store(line, url)

const sent = (line: string, to: string): string => {
  const jar = makeCookieJar()
  jar.store(line, site)
  return jar.header(new URL(to))
}

describe('a cookie jar', () => {
  test.each([
    ['a=1; Path=/', 'https://site.example/', true],
    ['a=1; Path=/auth', 'https://site.example/auth', true],
    ['a=1; Path=/auth', 'https://site.example/auth/x', true],
    ['a=1; Path=/auth', 'https://site.example/authority', false],
    ['a=1', 'https://site.example/auth/callback', true],
    ['a=1', 'https://site.example/auth', false],
    ['a=1; Path=/', 'https://www.site.example/', false],
    ['a=1; Path=/; Domain=site.example', 'https://www.site.example/', true],
    ['a=1; Path=/; Secure', 'http://site.example/', false],
  ])('%s to %s goes along: %s', (line, to, goes) => {
    expect(sent(line, to)).toBe(goes ? 'a=1' : '')
  })

  test.each([
    ['__Host-a=1; Secure; Path=/', true],
    ['__Host-a=1; Path=/', false],
    ['__Host-a=1; Secure', false],
    ['__Host-a=1; Secure; Path=/auth', false],
    ['__Host-a=1; Secure; Path=/; Domain=site.example', false],
    ['__Secure-a=1; Secure', true],
    ['__Secure-a=1', false],
    ['__HOST-a=1', false],
    ['a=1; Domain=example', false],
    ['a=1; Domain=other.example', false],
    ['a=1; SameSite=None', false],
    ['nonsense', false],
    [`a=${'x'.repeat(4096)}`, false],
  ])('%s is kept: %s', (line, is) => {
    expect(kept(line)).toBe(is)
  })

  test('stores a secure cookie over plain http for localhost only', () => {
    expect(kept('a=1; Secure', new URL('http://localhost:5173/'))).toBe(true)
    expect(kept('a=1; Secure', new URL('http://site.example/'))).toBe(false)
  })

  test('prefers Max-Age to Expires and deletes an expired cookie', () => {
    const clock = fixedClock('2030-01-01T00:00:00Z')
    const jar = makeCookieJar(clock.now)
    jar.store('a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', site)
    jar.store('b=2; Path=/', site)
    jar.store('b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', site)
    expect(jar.header(site)).toBe('a=1')
    clock.forward(60)
    expect(jar.header(site)).toBe('')
  })

  test('sends longer paths first and keeps the order when a value changes', () => {
    const jar = makeCookieJar()
    jar.store('a=1; Path=/', site)
    jar.store('b=1; Path=/auth', site)
    jar.store('a=2; Path=/', site)
    expect(jar.header(site)).toBe('b=1; a=2')
  })

  test('sends lax cookies with cross-site navigation, strict ones never, none ones always', () => {
    const jar = makeCookieJar()
    for (const sameSite of ['Lax', 'Strict', 'None'])
      jar.store(`${sameSite}=1; Path=/; Secure; SameSite=${sameSite}`, site)
    expect(jar.header(site, 'cross-site-navigation')).toBe('Lax=1; None=1')
    expect(jar.header(site, 'cross-site')).toBe('None=1')
  })
})
