import { describe, expect, it } from 'vitest'
import type { OAuthConfig } from '../../types/providers.ts'
import { fillTemplates } from './provider-entry.ts'

const entry: OAuthConfig = {
  id: 'tenanted',
  name: 'Tenanted',
  type: 'oauth',
  clientId: 'client',
  issuer: 'https://login.example.com/t1/',
  authorization: { url: '{issuer}/authorize', params: { appid: '{clientId}', claims: { of: '{issuer}' } } },
  token: '{issuer}/token',
  userinfo: { url: 'https://api.example.com/me', headers: { 'api-key': '{clientId}' }, request: () => ({}) },
}

describe('the placeholders of an entry', () => {
  it('are filled in addresses, parameters and headers', () => {
    expect(fillTemplates(entry)).toMatchObject({
      authorization: {
        url: 'https://login.example.com/t1/authorize',
        params: { appid: 'client', claims: { of: 'https://login.example.com/t1' } },
      },
      token: 'https://login.example.com/t1/token',
      userinfo: { url: 'https://api.example.com/me', headers: { 'api-key': 'client' } },
    })
  })

  it('do not change hooks and the entry', () => {
    const before = JSON.stringify(entry)
    expect(fillTemplates(entry).userinfo).toHaveProperty('request', (entry.userinfo as { request: unknown }).request)
    expect(JSON.stringify(entry)).toBe(before)
  })

  it('are filled in the issuer first', () => {
    const named: OAuthConfig = { ...entry, issuer: 'https://login.example.com/{clientId}' }
    expect(fillTemplates(named)).toMatchObject({
      issuer: 'https://login.example.com/client',
      token: 'https://login.example.com/client/token',
    })
    const { clientId: _clientId, ...open } = named
    expect(() => fillTemplates(open)).toThrow('Provider "tenanted" has no clientId')
  })

  it('throw an error that names the missing option', () => {
    const { issuer: _issuer, ...open } = entry
    expect(() => fillTemplates(open)).toThrow('Provider "tenanted" has no issuer')
  })

  it('are refused in the issuer if they name the issuer', () => {
    const open: OAuthConfig = { ...entry, issuer: 'https://login.example.com/{issuer}' }
    expect(() => fillTemplates(open)).toThrow('The issuer of provider "tenanted" must not contain {issuer}')
  })
})
