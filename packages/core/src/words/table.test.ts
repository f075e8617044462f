import { expect, test } from 'vitest'
import { english } from './english.ts'
import { german } from './german.ts'
import { languages } from './languages.ts'
import { plainTable, wordsTable } from './table.ts'

test('twelve languages are there, English first', () => {
  expect(plainTable.offered).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ar', 'ja', 'zh'])
  expect(plainTable.offered.map(plainTable.nameOf)).toEqual(Object.values(languages).map(({ name }) => name))
})

test('a sentence is replaced in its language, and no other sentence and no other language is', async () => {
  const table = wordsTable({ de: { signin: { title: 'Hereinspaziert' } } })
  const words = await table.load('de')
  expect(words).toEqual({ ...german, signin: { ...german.signin, title: 'Hereinspaziert' } })
  expect(await table.load('en')).toBe(english)
})

test('a sentence with a gap is replaced by a function', async () => {
  const table = wordsTable({ en: { signin: { withProvider: (name) => `Enter by ${name}` } } })
  expect((await table.load('en')).signin.withProvider('Acme')).toBe('Enter by Acme')
})

test('what is of another kind than the sentence it would replace is left out', async () => {
  const written = JSON.parse(
    '{"en":{"signin":{"title":7,"withProvider":"no gap"},"errors":{"AccessDenied":{"title":{}}}}}',
  )
  const words = await wordsTable(written).load('en')
  expect(words.signin.title).toBe(english.signin.title)
  expect(words.signin.withProvider('X')).toBe(english.signin.withProvider('X'))
  expect(words.errors.AccessDenied).toEqual(english.errors.AccessDenied)
})

test('a language is added by its tag, and what it leaves out is English', async () => {
  const table = wordsTable({ sv: { signin: { title: 'Logga in' } } })
  expect(table.offered.at(-1)).toBe('sv')
  expect(table.nameOf('sv')).toBe('Svenska')
  const words = await table.load('sv')
  expect(words).toMatchObject({ lang: 'sv', dir: 'ltr', signin: { title: 'Logga in', or: english.signin.or } })
})

test('a relative of a built-in language is built on it', async () => {
  const words = await wordsTable({ 'de-AT': { signin: { title: 'Grüß Gott' } } }).load('de-AT')
  expect(words).toMatchObject({ lang: 'de-AT', signin: { title: 'Grüß Gott', or: german.signin.or } })
})

test('a language that is written from right to left is, unless its owner says otherwise', async () => {
  const table = wordsTable({ he: {}, fa: { dir: 'ltr' } })
  expect((await table.load('he')).dir).toBe('rtl')
  expect((await table.load('fa')).dir).toBe('ltr')
})

test('a text of an error may gain what it had not', async () => {
  const words = await wordsTable({ en: { errors: { CredentialsSignin: { next: 'Ask us.' } } } }).load('en')
  expect(words.errors.CredentialsSignin).toEqual({ ...english.errors.CredentialsSignin, next: 'Ask us.' })
})
