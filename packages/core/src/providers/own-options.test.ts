import { describe, expect, test } from 'vitest'
import { resolveOAuthEntry } from '../../test/support/resolve-oauth-entry.ts'
import { Foursquare } from './foursquare.ts'
import { GitLab } from './gitlab.ts'
import { NetSuite } from './netsuite.ts'
import { Webex } from './webex.ts'
import { WeChat } from './wechat.ts'
import { WorkOS } from './workos.ts'
import { Zoho } from './zoho.ts'

const client = { clientId: 'a', clientSecret: 'b' }

/** Where a provider is asked, and what for. */
const workOut = (entry: object) => {
  const { authorization, token, userinfo } = resolveOAuthEntry(entry)
  return {
    authorization: authorization.url?.href,
    token: token.url?.href,
    userinfo: userinfo.url?.href,
    asked: Object.fromEntries(authorization.parameters),
    userinfoQuery: Object.fromEntries(userinfo.parameters),
  }
}

describe('an option of one provider only', () => {
  test('chooses the page of WeChat that fits the browser', () => {
    expect(workOut(WeChat(client))).toMatchObject({
      authorization: 'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
      asked: { appid: 'a', scope: 'snsapi_userinfo' },
    })
    expect(workOut(WeChat({ ...client, platformType: 'WebsiteApp' }))).toMatchObject({
      authorization: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
      asked: { appid: 'a', scope: 'snsapi_login' },
    })
  })

  test.each([
    { baseUrl: 'https://git.example.com/' },
    { baseUrl: new URL('https://git.example.com') },
    { issuer: 'https://git.example.com' },
  ])('names a GitLab server of one’s own: %o', (option) => {
    expect(workOut(GitLab({ ...client, ...option }))).toMatchObject({
      authorization: 'https://git.example.com/oauth/authorize',
      token: 'https://git.example.com/oauth/token',
      userinfo: 'https://git.example.com/api/v4/user',
    })
  })

  test('moves the API of Webex', () => {
    expect(workOut(Webex({ ...client, apiBaseUrl: 'https://webex.example.com/v1/' }))).toMatchObject({
      authorization: 'https://webex.example.com/v1/authorize',
      token: 'https://webex.example.com/v1/access_token',
      userinfo: 'https://webex.example.com/v1/people/me',
    })
  })

  test('says which day’s API of Foursquare is spoken', () => {
    expect(workOut(Foursquare({ ...client, apiVersion: '20260101' })).userinfoQuery).toEqual({ v: '20260101' })
  })

  test('names the data centre of Zoho', () => {
    expect(workOut(Zoho({ ...client, issuer: 'https://accounts.zoho.eu' }))).toMatchObject({
      authorization: 'https://accounts.zoho.eu/oauth/v2/auth',
      userinfo: 'https://accounts.zoho.eu/oauth/user/info',
    })
  })

  test('names the account of NetSuite, which cannot do without', () => {
    const userinfo = 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1'
    expect(workOut(NetSuite({ ...client, accountID: '1234567_SB1', userinfo }))).toMatchObject({
      authorization: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
      token: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
      userinfoQuery: { script: '1', deploy: '1' },
    })
    expect(() => workOut(NetSuite({ ...client, userinfo }))).toThrow('Provider "netsuite" needs')
    expect(() => workOut(NetSuite({ ...client, accountID: '1234567' }))).toThrow('Provider "netsuite" needs')
  })

  test('may be left to the sign-in request at WorkOS', () => {
    expect(workOut(WorkOS(client)).asked).toEqual({})
    expect(workOut(WorkOS({ ...client, connection: 'conn_1' })).asked).toEqual({ connection: 'conn_1' })
  })
})
