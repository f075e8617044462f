import { afterEach, describe, expect, test, vi } from 'vitest'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'
import { emulateInDevelopment } from './development.ts'

const ADDRESS = 'http://127.0.0.1:5183'
const password = Credentials({ credentials: {}, authorize: () => null })
const pageOf = (entry: object): unknown => JSON.parse(JSON.stringify(entry)).options?.authorization?.url

afterEach(() => void vi.unstubAllEnvs())

describe('emulateInDevelopment', () => {
  test('replaces the providers that have a mock, and no other', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTHWRIGHT_EMULATOR', ADDRESS)
    const own = { id: 'own', name: 'Own', type: 'oauth' as const }
    const [github, google, credentials, other] = await emulateInDevelopment([GitHub, Google({}), password, own])
    expect([github, google].map(pageOf)).toEqual([
      `${ADDRESS}/github.com/login/oauth/authorize`,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:5183\/accounts\.google\.com\//),
    ])
    expect([credentials, other]).toEqual([password, own])
  })

  test.each([
    ['production', ADDRESS],
    ['test', ADDRESS],
    ['development', ''],
  ])('changes nothing with NODE_ENV=%s and AUTHWRIGHT_EMULATOR=%s', async (mode, address) => {
    vi.stubEnv('NODE_ENV', mode)
    vi.stubEnv('AUTHWRIGHT_EMULATOR', address)
    const entries = [GitHub, password] as const
    expect(await emulateInDevelopment(entries)).toEqual([...entries])
  })

  test('refuses an emulator on another machine', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTHWRIGHT_EMULATOR', 'https://emulator.example.com')
    await expect(emulateInDevelopment([GitHub])).rejects.toThrow(RangeError)
  })
})
