import { describe, expect, it } from 'vitest'
import { matchesConfiguredIssuer, expectedIssuer } from './issuer.ts'

const common = 'https://login.example.com/common/v2.0'
const published = 'https://login.example.com/{tenantid}/v2.0'
const ours = { issuer: common, issuerClaims: { tenantid: 'tid' } }

describe('an issuer with a placeholder for the tenant', () => {
  it('matches the configured one if only the tenant differs', () => {
    expect(matchesConfiguredIssuer(ours, published)).toBe(true)
  })

  it.each([
    'https://login.example.org/{tenantid}/v2.0',
    'https://login.example.com/{tenantid}/v1.0',
    'https://login.example.com/{tenantid}/v2.0/more',
    'https://login.example.com/{other}/v2.0',
  ])('does not match the configured one if it is %s', (another) => {
    expect(matchesConfiguredIssuer(ours, another)).toBe(false)
  })

  it('does not match for a provider without issuerClaims', () => {
    expect(matchesConfiguredIssuer({ issuer: common, issuerClaims: undefined }, published)).toBe(false)
  })

  it('is filled by the claim of the token', () => {
    expect(expectedIssuer(ours, published, { tid: '9122040d' })).toBe('https://login.example.com/9122040d/v2.0')
  })

  it.each([{}, { tid: '' }, { tid: 7 }, { tid: 'a/b' }, { tid: '{tenantid}' }])(
    'has no expected value for a token with the claims %j',
    (claims) => {
      expect(expectedIssuer(ours, published, claims)).toBeUndefined()
    },
  )

  it('is the configured tenant if the config names one by its id', () => {
    const id = '1a2b3c4d-0000-4000-8000-0123456789ab'
    const own = { ...ours, issuer: `https://login.example.com/${id.toUpperCase()}/v2.0` }
    expect(expectedIssuer(own, published, { tid: id })).toBe(`https://login.example.com/${id}/v2.0`)
    expect(expectedIssuer(own, published, { tid: '99999999-0000-4000-8000-0123456789ab' })).toBeUndefined()
  })

  it('without placeholders is unchanged', () => {
    expect(expectedIssuer(ours, common, { tid: 'another' })).toBe(common)
  })
})
