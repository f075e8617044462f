import { expect, test } from 'vitest'
import { english } from './locales/english.ts'
import { german } from './locales/german.ts'
import { builtInLocales, builtInCatalog, messageCatalog } from './message-catalog.ts'
import { offerMessages } from './offered-messages.ts'

test('offers twelve languages, English first', () => {
  expect(builtInCatalog.offered).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ar', 'ja', 'zh'])
  expect(builtInCatalog.offered.map(builtInCatalog.nameOf)).toEqual(
    Object.values(builtInLocales).map(({ name }) => name),
  )
})

test('an override replaces one message of one language', async () => {
  const catalog = messageCatalog(offerMessages({ de: { signin: { title: 'Hereinspaziert' } } }))
  const messages = await catalog.load('de')
  expect(messages).toEqual({ ...german, signin: { ...german.signin, title: 'Hereinspaziert' } })
  expect(await catalog.load('en')).toBe(english)
})

test('a function overrides a message with a placeholder', async () => {
  const catalog = messageCatalog(offerMessages({ en: { signin: { withProvider: (name) => `Enter by ${name}` } } }))
  expect((await catalog.load('en')).signin.withProvider('Acme')).toBe('Enter by Acme')
})

test('ignores an override that has another type than the built-in message', async () => {
  const overrides = JSON.parse(
    '{"en":{"signin":{"title":7,"withProvider":"no function"},"errors":{"AccessDenied":{"title":{}}}}}',
  )
  const messages = await messageCatalog(offerMessages(overrides)).load('en')
  expect(messages.signin.title).toBe(english.signin.title)
  expect(messages.signin.withProvider('X')).toBe(english.signin.withProvider('X'))
  expect(messages.errors.AccessDenied).toEqual(english.errors.AccessDenied)
})

test('a new language is offered, and has English messages where it has none', async () => {
  const catalog = messageCatalog(offerMessages({ sv: { signin: { title: 'Logga in' } } }))
  expect(catalog.offered.at(-1)).toBe('sv')
  expect(catalog.nameOf('sv')).toBe('Svenska')
  const messages = await catalog.load('sv')
  expect(messages).toMatchObject({ lang: 'sv', dir: 'ltr', signin: { title: 'Logga in', or: english.signin.or } })
})

test('a regional variant has the messages of its built-in language where it has none', async () => {
  const messages = await messageCatalog(offerMessages({ 'de-AT': { signin: { title: 'Grüß Gott' } } })).load('de-AT')
  expect(messages).toMatchObject({ lang: 'de-AT', signin: { title: 'Grüß Gott', or: german.signin.or } })
})

test('a language with a right-to-left script is shown right to left, unless `dir` says otherwise', async () => {
  const catalog = messageCatalog(offerMessages({ he: {}, fa: { dir: 'ltr' } }))
  expect((await catalog.load('he')).dir).toBe('rtl')
  expect((await catalog.load('fa')).dir).toBe('ltr')
})

test('an override adds an optional member to an error text', async () => {
  const messages = await messageCatalog(
    offerMessages({ en: { errors: { CredentialsSignin: { next: 'Ask us.' } } } }),
  ).load('en')
  expect(messages.errors.CredentialsSignin).toEqual({ ...english.errors.CredentialsSignin, next: 'Ask us.' })
})
