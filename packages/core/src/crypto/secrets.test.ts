import { describe, expect, test } from 'vitest'
import { InvalidConfig, MissingSecret, WeakSecret } from '../errors/error-classes.ts'
import { checkSecrets } from './secrets.ts'

const GOOD = 'W5n0qv8Jt2mXc7bRk3zLf9sYh4dGp6uEa1oTi0Vx'

const thrownBy = (secrets: readonly string[]): unknown => {
  try {
    checkSecrets(secrets)
    return undefined
  } catch (error) {
    return error
  }
}

describe('secrets', () => {
  test('that are random are accepted, one or several', () => {
    expect(thrownBy([GOOD])).toBeUndefined()
    expect(thrownBy([GOOD, `${GOOD}2`])).toBeUndefined()
  })

  test('are required', () => {
    expect(thrownBy([])).toBeInstanceOf(MissingSecret)
    expect(thrownBy([])).not.toBeInstanceOf(WeakSecret)
  })

  test.each([
    ['shorter than 32 characters', 'x'.repeat(31)],
    ['padded with spaces', `${'x'.repeat(20)}${' '.repeat(40)}`],
    ['empty', ''],
    ['blank', ' \t\n'.repeat(20)],
    ['the command that creates one', 'generate-me-with: openssl rand -base64 33'],
    ['a published sample', 'complex_password_at_least_32_characters_long'],
    ['a sample of this library', 'at least thirty-two characters of it'],
    ['a repetition', '0'.repeat(32)],
    ['a sequence', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ])('are refused if %s, and the message does not contain them', (_how, secret) => {
    const error = thrownBy([GOOD, secret])
    expect(error).toBeInstanceOf(WeakSecret)
    expect(error).toBeInstanceOf(MissingSecret)
    const { message } = error instanceof Error ? error : new Error()
    expect(message).toContain('openssl rand -base64 33')
    expect(message).toContain('Secret 2 of 2')
    expect(message).not.toContain(GOOD)
    // Every text contains the empty text.
    expect(message).not.toContain(secret.trim() === '' ? '\n' : secret)
  })

  test('are at most ten', () => {
    const many = Array.from({ length: 11 }, (_, i) => GOOD + i)
    expect(thrownBy(many.slice(1))).toBeUndefined()
    expect(thrownBy(many)).toBeInstanceOf(InvalidConfig)
  })
})
