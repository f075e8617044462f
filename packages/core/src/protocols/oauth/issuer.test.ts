import { describe, expect, it } from 'vitest'
import { matchesConfiguredIssuer, expectedIssuer } from './issuer.ts'

const common = 'https://login.example.com/common/v2.0'
const published = 'https://login.example.com/{tenantid}/v2.0'
const ours = { issuer: common, issuerClaims: { tenantid: 'tid' } }

describe('an issuer with a gap for the tenant', () => {
  it('is the configured one when only the tenant differs', () => {
    expect(matchesConfiguredIssuer(ours, published)).toBe(true)
  })

  it.each([
    'https://login.example.org/{tenantid}/v2.0',
    'https://login.example.com/{tenantid}/v1.0',
    'https://login.example.com/{tenantid}/v2.0/more',
    'https://login.example.com/{other}/v2.0',
  ])('is not the configured one when it is %s', (another) => {
    expect(matchesConfiguredIssuer(ours, another)).toBe(false)
  })

  it('is nobody for a provider that knows no gap', () => {
    expect(matchesConfiguredIssuer({ issuer: common, issuerClaims: undefined }, published)).toBe(false)
  })

  it('is filled by the claim of the token', () => {
    expect(expectedIssuer(ours, published, { tid: '9122040d' })).toBe('https://login.example.com/9122040d/v2.0')
  })

  it.each([{}, { tid: '' }, { tid: 7 }, { tid: 'a/b' }, { tid: '{tenantid}' }])(
    'is nobody for a token whose tenant is %j',
    (claims) => {
      expect(expectedIssuer(ours, published, claims)).toBeUndefined()
    },
  )

  it('of an owner who named one tenant by its id is that one', () => {
    const id = '1a2b3c4d-0000-4000-8000-0123456789ab'
    const own = { ...ours, issuer: `https://login.example.com/${id.toUpperCase()}/v2.0` }
    expect(expectedIssuer(own, published, { tid: id })).toBe(`https://login.example.com/${id}/v2.0`)
    expect(expectedIssuer(own, published, { tid: '99999999-0000-4000-8000-0123456789ab' })).toBeUndefined()
  })

  it('without gaps is itself', () => {
    expect(expectedIssuer(ours, common, { tid: 'another' })).toBe(common)
  })
})
