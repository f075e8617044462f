import { afterEach, describe, expect, test } from 'vitest'
import { AuthError } from './auth-error.ts'
import { AdapterError, authError, OAuthCallbackError } from './error-classes.ts'
import { errorTable } from './error-table.ts'
import { describeError, explainVariables, printable } from './describe-error.ts'

describe('describeError', () => {
  test('shows the message, the details and the causes', () => {
    const why = new TypeError('connection refused')
    const text = describeError(new OAuthCallbackError('The provider refused', { provider: 'oa', err: why }))
    expect(text).toMatch(
      /^OAuthCallbackError: The provider refused \{"provider":"oa"\}\n\[cause\] TypeError: connection refused\n {4}at /,
    )
  })

  test('redacts members whose name says that they are secret', () => {
    const details = {
      client_secret: 'one',
      nested: [{ access_token: 'two', Authorization: 'three' }],
      token_type: 'bearer',
    }
    const text = describeError(new AuthError('Failed', { details }))
    expect(text).not.toMatch(/one|two|three/)
    expect(text).toContain('bearer')
  })

  test.each([
    `eyJhbGciOiJkaXIifQ..${'a'.repeat(16)}.${'b'.repeat(40)}.${'c'.repeat(22)}`,
    'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
    'f'.repeat(64),
    '3f0b8c4e-9d1a-4c6b-8a57-1f2e3d4c5b6a',
    'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4',
  ])('redacts text that looks like a token: %s', (secret) => {
    const text = describeError(new AuthError(`Could not read ${secret}`, { err: new Error(`refused ${secret}`) }))
    expect(text).not.toContain(secret)
    expect(text).toContain('Could not read [redacted]')
  })

  test.each([
    ['connect to postgres://app:hunter2@db.example/app failed', 'connect to postgres[redacted]db.example/app failed'],
    ['redis://:hunter%402@db.example', 'redis[redacted]db.example'],
    ['Headers.append: "Bearer re_hunter2" is invalid', 'Headers.append: "[redacted] is invalid'],
    ['sent authorization: basic YXBwOmh1bnRlcjI=', 'sent authorization: [redacted]'],
    ['GET /cb?code=hunter2&state=hunter2&a=1 failed', 'GET /cb?code=[redacted]&state=[redacted]&a=1 failed'],
    ['https://a.example/cb?token=hunter2&email=a', 'https://a.example/cb?token=[redacted]&email=a'],
    ['client_id=a&client_secret=hunter2', 'client_id=a&client_secret=[redacted]'],
    ['Set-Cookie: authjs.session-token=hunter2; Path=/', 'Set-Cookie: authjs.session-token=[redacted] Path=/'],
    ['{"access_token": "hunter2","token_type":"bearer"}', '{"access_token=[redacted]","token_type":"bearer"}'],
  ])('redacts what a text says to be a secret: %s', (text, expected) => {
    const described = describeError(new Error(text, { cause: { text } }))
    expect(described).not.toContain('hunter2')
    expect(described).toContain(`Error: ${expected} {`)
  })

  test.each([
    'Set SMTP_URL=smtp://user:password@smtp.example.com:587',
    'Basic authentication is required',
    'http://localhost:3000/auth/callback/email?email=ada@example.com',
    'Unexpected token < in JSON',
    '{"error":"invalid_client","code":"ECONNREFUSED","token_endpoint":"https://a.example"}',
    'at load (file:///home/ada/projects/application/src/lib/server/authentication.ts:1:1)',
  ])('keeps a text without a secret: %s', (text) => {
    expect(printable(text)).toBe(text)
  })

  test.each(['apiKey', 'x-api-key', 'private_key', 'pass', 'passphrase'])('redacts the member %s', (name) => {
    expect(printable({ [name]: 'hunter2' })).toBe(`{"${name}":"[redacted]"}`)
  })

  test('describes an error whose members are not texts', () => {
    const error = Object.assign(new Error(), { name: 1, message: { a: 1 }, stack: 2 })
    expect(describeError(new AuthError('outer', { err: error }))).toContain('[cause] 1: [object Object]')
  })

  test('escapes line breaks and control characters', () => {
    const text = describeError(new AuthError('a\nb\r\u001b[2Jc\u2028d', { 'x\ny': 'z\n' }))
    const [first, ...rest] = text.split('\n')
    expect(first).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(rest).toEqual([expect.stringMatching(/^\[fix\] /), expect.stringMatching(/^\[docs\] .*\/autherror\.md$/)])
  })

  // A terminal or a page shows the text after these characters before the text in front of them.
  test.each('061c 200e 200f 202a 202b 202c 202d 202e 2066 2067 2068 2069'.split(' '))(
    'escapes the character that changes text direction: U+%s',
    (code) => {
      const mark = String.fromCharCode(Number.parseInt(code, 16))
      const named = Object.assign(new Error(`inner ${mark}`), { name: `N${mark}` })
      const error = new AuthError(`a${mark}b`, { [`x${mark}`]: [`y${mark}`, named], err: named })
      const spelled = `\\u${code}`
      expect(describeError(error)).not.toContain(mark)
      expect(describeError(error)).toContain(`a${spelled}b`)
      expect(describeError(error)).toContain(`N${spelled}: inner ${spelled}`)
      for (const value of [mark, [mark], { [mark]: mark }, named]) expect(printable(value)).not.toContain(mark)
    },
  )

  test('does not escape letters of any script', () => {
    expect(printable('\u05d0\u0628\u0000 \ud83d\udc69\u200d\ud83d\udcbb')).toBe(
      '\u05d0\u0628\\u0000 \ud83d\udc69\u200d\ud83d\udcbb',
    )
  })

  test('ends for circular causes and details', () => {
    const ring = new Error('ring')
    ring.cause = ring
    expect(describeError(ring)).toContain('ring')
    const details: Record<string, unknown> = {}
    details['self'] = details
    expect(describeError(new AuthError('Failed', { details }))).toContain('[…]')
  })

  test.each([[undefined], [null], [7n], [Symbol('x')], [() => 1], ['text']])(
    'accepts any thrown value: %s',
    (thrown) => {
      expect(typeof describeError(thrown)).toBe('string')
      expect(typeof printable(thrown)).toBe('string')
    },
  )
})

describe('the line about what to do', () => {
  const lineOf = (error: Error) => describeError(error).match(/^\[fix\] .*$/m)?.[0]

  test('is that of the type', () => {
    expect(lineOf(new OAuthCallbackError('Refused'))).toBe(`[fix] ${errorTable.OAuthCallbackError.fix}`)
  })

  test('is that of the place that threw, which the details do not repeat', () => {
    const error = new OAuthCallbackError('Refused', { provider: 'oa', fix: 'Set AUTH_OA_ID' })
    expect(describeError(error)).toMatch(/^OAuthCallbackError: Refused \{"provider":"oa"\}\n\[fix\] Set AUTH_OA_ID\n/)
  })

  test('is that of the cause, if only the cause has one', () => {
    const cause = new AdapterError('getUser failed', { fix: 'Run: npx @authwright/cli migrate', err: new Error('why') })
    const lines = describeError(authError('SessionTokenError', 'The session could not be read', { err: cause }))
    expect(lines).toContain('\n[fix] Run: npx @authwright/cli migrate\n[docs] ')
    expect(lines).toMatch(/sessiontokenerror\.md$/)
    expect(lines.match(/migrate/g)).toHaveLength(1)
  })

  describe('of a framework that gives declared variables only', () => {
    afterEach(() => explainVariables(() => undefined))
    const linesOf = (fix: string) => describeError(new AuthError('Failed', { fix })).match(/^\[fix\] .*$/gm)

    test('is followed by how to declare a variable that is missing', () => {
      explainVariables((name) => (name === 'AUTH_OA_ID' ? `Declare ${name}` : undefined))
      const fix = 'Set AUTH_OA_ID (AUTH_OA_CLIENT_ID is not read), or the option clientId'
      expect(linesOf(fix)).toEqual([`[fix] ${fix}`, '[fix] Declare AUTH_OA_ID'])
      expect(linesOf('Set AUTH_SECRET')).toEqual(['[fix] Set AUTH_SECRET'])
    })

    test('is followed by how to declare a variable that only the application reads', () => {
      explainVariables((name) => `Declare ${name}`)
      expect(linesOf('Set SMTP_URL=smtp://mail.example.com')?.[1]).toBe('[fix] Declare SMTP_URL')
      expect(linesOf('Set A: 1')).toHaveLength(1)
    })

    test('is the only one if no variable is missing', () => {
      explainVariables((name) => `Declare ${name}`)
      const fix = 'Replace the 8 characters of AUTH_SECRET'
      expect(linesOf(fix)).toEqual([`[fix] ${fix}`])
    })
  })

  test('has no secrets and no second line', () => {
    expect(lineOf(new AuthError('Failed', { fix: `Change a\nb ${'f'.repeat(64)}` }))).toBe(
      '[fix] Change a\\u000ab [redacted]',
    )
  })

  test.each([7, null, {}])('is that of the type if an application passes %o', (fix) => {
    expect(lineOf(new AuthError('Failed', { fix }))).toBe(`[fix] ${errorTable.AuthError.fix}`)
  })
})
