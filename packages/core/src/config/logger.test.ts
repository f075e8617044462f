import { describe, expect, test } from 'vitest'
import { InvalidConfig } from '../errors/error-classes.ts'
import { SITE } from '../errors/error-docs.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { resolveLogger } from './logger.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const written = (more: object) => {
  const lines: string[] = []
  const write = (line: unknown): void => void lines.push(String(line))
  const now = () => Date.parse('2030-01-01T12:00:00Z')
  const runtime = { ...defaultRuntime, now, console: { error: write, warn: write, debug: write }, ...more }
  const logger = resolveLogger({}, runtime)
  logger.error(new InvalidConfig('Wrong', { option: 'x', err: new TypeError('why') }), { reference: 'AB12CD34' })
  logger.warn('csrf-disabled', 'text')
  return lines
}

describe('the default logger', () => {
  test('writes the time, the level, the causes, what to do and the address of the documentation', () => {
    const [error = '', warning] = written({ hasColors: false })
    const lines = error.split('\n')
    expect(lines[0]).toBe(
      '2030-01-01T12:00:00.000Z [auth][error] InvalidConfig: Wrong {"option":"x"} {"reference":"AB12CD34"}',
    )
    expect(lines[1]).toBe('[cause] TypeError: why')
    expect(lines.at(-2)).toMatch(/^\[fix\] Change the option in the message/)
    expect(lines.at(-1)).toBe(`[docs] ${SITE}/blob/main/docs/reference/errors/invalidconfig.md`)
    expect(warning?.split('\n')).toEqual([
      '2030-01-01T12:00:00.000Z [auth][warn][csrf-disabled] text',
      `[docs] ${SITE}/blob/main/docs/reference/warnings.md#csrf-disabled`,
    ])
  })

  test('colors the level in a terminal', () => {
    expect(written({ hasColors: true })[0]).toContain('Z \u001b[31m[auth][error]\u001b[39m InvalidConfig')
  })

  test('loses no line when the clock fails', () => {
    const now = (): number => {
      throw new Error('no clock')
    }
    expect(written({ now, hasColors: false })[1]).toMatch(/^\[auth\]\[warn\]\[csrf-disabled\] text\n/)
  })

  test('names the home of the project as package.json does', () => {
    const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
    expect(text).toContain(`"homepage": "${SITE}/`)
  })
})

describe('colors', () => {
  const inTerminal = (variables: object): boolean => {
    const stub = { env: variables, stderr: { isTTY: true } }
    const before = Object.getOwnPropertyDescriptor(globalThis, 'process')
    Object.defineProperty(globalThis, 'process', { value: stub, configurable: true, writable: true })
    try {
      return defaultRuntime.hasColors === true
    } finally {
      if (before !== undefined) Object.defineProperty(globalThis, 'process', before)
    }
  }

  test.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '' }, true],
    [{ TERM: 'dumb' }, false],
  ])('with the variables %j in a terminal: %s', (variables, expected) => {
    expect(inTerminal(variables)).toBe(expected)
  })
})
