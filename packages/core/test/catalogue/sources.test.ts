import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../scripts/catalogue/entries.ts'
import { pageText } from '../../scripts/catalogue/page.ts'

const entries = await readCatalogue()
const own = entries.filter(({ type, note }) => (type === 'oauth' || type === 'oidc') && note !== '')

/** A sentence on addresses that names whose word it is, or where it is documented. */
const saysHow = (sentence: string): boolean =>
  /verif|confirm|address/i.test(sentence) && /own (?:word|record)|documented|counts|says|verifies/.test(sentence)

describe.each(own.map((entry) => [entry.file, entry] as const))('the comment of %s', (_file, entry) => {
  test('says when its sources were looked at', () => {
    expect(entry.note).toMatch(/\b20\d\d-\d\d-\d\d\b/)
  })

  test('keeps what others say under its tag', () => {
    expect(entry.note).not.toMatch(/ecosystem|public code|client libraries/i)
  })

  test('says how it is known that an address was verified, when the entry judges it', () => {
    const judges = typeof entry.made['emailVerified'] === 'function'
    expect(!judges || entry.note.split('. ').some(saysHow)).toBe(true)
  })
})

test('an ID token may be made out to others by the entry of ZITADEL and by none else', () => {
  const widened = entries.filter(({ made }) => made['trustedAudiences'] !== undefined)
  expect(widened.map(({ file }) => file)).toEqual(['zitadel'])
})

test('what rests on others is listed on the page, one row for each provider', () => {
  const page = pageText(entries)
  const [, table = ''] = page.split("## What rests on others' word")
  const rows = (table.split('## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))
  const open = own.filter(({ unconfirmed }) => unconfirmed !== '')
  expect(rows.map((row) => /\| `([^`]+)`/.exec(row)?.[1])).toEqual(open.map(({ file }) => file))
  expect(page).toContain(`Of ${open.length} of the ${own.length} providers`)
})
