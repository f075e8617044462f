import { SvelteKitAuth, type SvelteKitAuthConfig } from '@authwright/sveltekit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findDeclaration } from '../src/lib/environment.ts'
import { visit } from './support/kit.ts'
import { passwords, SECRET, silent } from './support/site.ts'

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

describe('paths.origin of SvelteKit 3', () => {
  const paths = 'https://shop.example'
  const callback = async (config: Partial<SvelteKitAuthConfig>, env: Record<string, string>): Promise<string> => {
    for (const [name, value] of Object.entries({ NODE_ENV: 'production', ...env })) vi.stubEnv(name, value)
    vi.stubGlobal('__SVELTEKIT_PATHS_ORIGIN__', paths)
    onTestFinished(() => void vi.unstubAllGlobals())
    onTestFinished(() => void vi.unstubAllEnvs())
    const site = SvelteKitAuth({ providers: [passwords], secret: SECRET, logger: silent, ...config })
    const response = await visit(site, { path: '/auth/providers', origin: 'https://sent.example' })
    const { credentials } = (await response.json()) as { readonly credentials?: { readonly callbackUrl: string } }
    return credentials === undefined ? `status ${response.status}` : new URL(credentials.callbackUrl).origin
  }

  test.each([
    ['is the origin in production', {}, {}, paths],
    ['does not replace AUTH_URL', {}, { AUTH_URL: 'https://app.example' }, 'https://app.example'],
    ['does not replace the option origin', { origin: 'https://own.example' }, {}, 'https://own.example'],
    ['does not replace a host that is trusted', { trustHost: true }, {}, 'https://sent.example'],
    ['does not replace a host that the platform checks', {}, { VERCEL: '1' }, 'https://sent.example'],
    ['is not used in development', {}, { NODE_ENV: 'development' }, 'https://sent.example'],
  ])('%s', async (_rule, config, env, origin) => {
    expect(await callback(config, env)).toBe(origin)
  })
})
