import { expect, test } from 'vitest'
import { english } from './locales/english.ts'
import { german } from './locales/german.ts'
import { builtInLocales } from './built-in-locales.ts'
import { builtInCatalog, messageCatalog } from './message-catalog.ts'

test('twelve languages are there, English first', () => {
  expect(builtInCatalog.offered).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ar', 'ja', 'zh'])
  expect(builtInCatalog.offered.map(builtInCatalog.nameOf)).toEqual(
    Object.values(builtInLocales).map(({ name }) => name),
  )
})

test('a sentence is replaced in its language, and no other sentence and no other language is', async () => {
  const table = messageCatalog({ de: { signin: { title: 'Hereinspaziert' } } })
  const messages = await table.load('de')
  expect(messages).toEqual({ ...german, signin: { ...german.signin, title: 'Hereinspaziert' } })
  expect(await table.load('en')).toBe(english)
})

test('a sentence with a gap is replaced by a function', async () => {
  const table = messageCatalog({ en: { signin: { withProvider: (name) => `Enter by ${name}` } } })
  expect((await table.load('en')).signin.withProvider('Acme')).toBe('Enter by Acme')
})

test('what is of another kind than the sentence it would replace is left out', async () => {
  const written = JSON.parse(
    '{"en":{"signin":{"title":7,"withProvider":"no gap"},"errors":{"AccessDenied":{"title":{}}}}}',
  )
  const messages = await messageCatalog(written).load('en')
  expect(messages.signin.title).toBe(english.signin.title)
  expect(messages.signin.withProvider('X')).toBe(english.signin.withProvider('X'))
  expect(messages.errors.AccessDenied).toEqual(english.errors.AccessDenied)
})

test('a language is added by its tag, and what it leaves out is English', async () => {
  const table = messageCatalog({ sv: { signin: { title: 'Logga in' } } })
  expect(table.offered.at(-1)).toBe('sv')
  expect(table.nameOf('sv')).toBe('Svenska')
  const messages = await table.load('sv')
  expect(messages).toMatchObject({ lang: 'sv', dir: 'ltr', signin: { title: 'Logga in', or: english.signin.or } })
})

test('a relative of a built-in language is built on it', async () => {
  const messages = await messageCatalog({ 'de-AT': { signin: { title: 'Grüß Gott' } } }).load('de-AT')
  expect(messages).toMatchObject({ lang: 'de-AT', signin: { title: 'Grüß Gott', or: german.signin.or } })
})

test('a language that is written from right to left is, unless its owner says otherwise', async () => {
  const table = messageCatalog({ he: {}, fa: { dir: 'ltr' } })
  expect((await table.load('he')).dir).toBe('rtl')
  expect((await table.load('fa')).dir).toBe('ltr')
})

test('a text of an error may gain what it had not', async () => {
  const messages = await messageCatalog({ en: { errors: { CredentialsSignin: { next: 'Ask us.' } } } }).load('en')
  expect(messages.errors.CredentialsSignin).toEqual({ ...english.errors.CredentialsSignin, next: 'Ask us.' })
})
