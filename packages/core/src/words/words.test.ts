import { expect, test } from 'vitest'
import { errorTable, readPublicType } from '../errors/table.ts'
import { english } from './english.ts'
import { errorText } from './error-text.ts'

test('every error that a client may learn has its own text, and no other has', () => {
  const shown = Object.keys(errorTable).filter((type) => readPublicType(type) !== undefined)
  expect(Object.keys(english.errors).toSorted()).toEqual(shown.toSorted())
})

test('an unknown type and a name of the prototype get the general text', () => {
  for (const type of [
    '',
    'Default',
    'AdapterError',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '<script>',
  ]) {
    expect(errorText(english, type)).toBe(english.anyError)
  }
})

test('what can be tried again says where', () => {
  const retried = Object.keys(english.errors).filter(
    (type) => errorTable[readPublicType(type) ?? 'Configuration'].retry,
  )
  expect(retried).toContain('CredentialsSignin')
  expect(retried.filter((type) => !errorText(english, type).signIn)).toEqual([])
})

test('an error of the configuration sends nobody in circles', () => {
  expect(english.errors.Configuration.signIn).toBeUndefined()
})

const sentences = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentences) : []
}

test('no text speaks of the inside or contains markup', () => {
  for (const sentence of sentences(english))
    expect(sentence).not.toMatch(/[<>&]|oauth|csrf|adapter|callback|token|config/i)
})
