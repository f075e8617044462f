import { describe, expect, test } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'

describe('the option theme', () => {
  test.each([
    [{ brandColor: 'red;}body{background:url(//evil.example)}' }, 'theme.brandColor'],
    [{ buttonText: 'expression(1)' }, 'theme.buttonText'],
    [{ logo: 'x" onerror="alert(1)' }, 'theme.logo'],
    [{ logo: 'javascript:alert(1)' }, 'theme.logo'],
    [{ colorScheme: JSON.parse('"sepia"') }, 'theme.colorScheme'],
  ])('rejects invalid values: %j', async (theme, option) => {
    const { auth, errors } = setUpAuth({ theme })
    const response = await auth.handle(new Request('https://app.example.com/auth/signin'))
    expect(response.status).toBe(500)
    expect(errors.map((error) => error.message).join()).toContain(option)
  })

  test.each([
    [{ brandColor: '#ffd400', buttonText: '#ffffff' }, 1],
    [{ brandColor: '#ffd400', buttonText: '#000' }, 0],
    [{ brandColor: '#ffd400' }, 0],
    [{ brandColor: 'gold', buttonText: 'white' }, 0],
  ])('warns about a low contrast if it can be computed: %j', async (theme, count) => {
    const { auth, log } = setUpAuth({ theme })
    await auth.handle(new Request('https://app.example.com/auth/signin'))
    expect(log.filter((code) => code === 'theme-contrast')).toHaveLength(count)
  })

  test('accepts empty strings', async () => {
    const theme = { brandColor: '', logo: '', buttonText: '', colorScheme: JSON.parse('""') }
    expect((await setUpAuth({ theme }).browser().get('/auth/signin')).status).toBe(200)
  })
})
