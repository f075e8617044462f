import { describe, expect, test, vi } from 'vitest'
import { findDeclaration } from '../src/lib/environment.ts'

describe('how to declare a variable', () => {
  test('is said for SvelteKit 3, which gives declared variables only', () => {
    vi.stubEnv('AUTH_SECRET', undefined)
    const text = findDeclaration('3.2.0', { AUTH_GITHUB_ID: 'app' }, 'AUTH_SECRET')
    expect(text).toMatch(/src\/env\.ts declares .* Add to it: AUTH_SECRET: optional,$/)
  })

  test.each([
    ['for SvelteKit 2, which gives all variables', '2.69.3', {}],
    ['outside of SvelteKit', '3.2.0', undefined],
    ['for a variable that is declared and not set', '3.2.0', { AUTH_SECRET: undefined }],
  ])('is not said %s', (_case, version, declared) => {
    vi.stubEnv('AUTH_SECRET', undefined)
    expect(findDeclaration(version, declared, 'AUTH_SECRET')).toBeUndefined()
  })

  test('is not said for a variable of the process', () => {
    vi.stubEnv('AUTH_SECRET', 'short')
    expect(findDeclaration('3.2.0', {}, 'AUTH_SECRET')).toBeUndefined()
  })
})
