import { describe, expect, test } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { pageText } from '../../scripts/catalog/page.ts'

const entries = await readCatalog()
const own = entries.filter(({ type, note }) => (type === 'oauth' || type === 'oidc') && note !== '')

/** Whether a sentence says who verifies the address, or where this is documented. */
const saysHow = (sentence: string): boolean =>
  /verif|confirm|address/i.test(sentence) && /own record|documented|counts|says|verifies/.test(sentence)

describe.each(own.map((entry) => [entry.file, entry] as const))('the comment of %s', (_file, entry) => {
  test('has the date on which its sources were read', () => {
    expect(entry.note).toMatch(/\b20\d\d-\d\d-\d\d\b/)
  })

  test('names other libraries only under @unconfirmed', () => {
    expect(entry.note).not.toMatch(/ecosystem|public code|client libraries/i)
  })

  test('says how the provider verifies addresses, if the entry has emailVerified', () => {
    const hasCheck = typeof entry.made['emailVerified'] === 'function'
    expect(!hasCheck || entry.note.split('. ').some(saysHow)).toBe(true)
  })
})

test('every OpenID Connect entry states whether its addresses are verified', () => {
  const unstated = entries.filter(
    ({ type, made }) =>
      type === 'oidc' && typeof made['emailVerified'] !== 'function' && typeof made['trustAllEmails'] !== 'boolean',
  )
  expect(unstated.map(({ file }) => file)).toEqual([])
})

test('only the entry of ZITADEL trusts other audiences', () => {
  const widened = entries.filter(({ made }) => made['trustedAudiences'] !== undefined)
  expect(widened.map(({ file }) => file)).toEqual(['zitadel'])
})

test('lists the unconfirmed parts on the page, one row for each provider', () => {
  const page = pageText(entries)
  const [, table = ''] = page.split('## Unconfirmed parts')
  const rows = (table.split('## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))
  const open = own.filter(({ unconfirmed }) => unconfirmed !== '')
  expect(rows.map((row) => /\| `([^`]+)`/.exec(row)?.[1])).toEqual(open.map(({ file }) => file))
  expect(page).toContain(`${open.length} of the ${own.length} entries`)
})
