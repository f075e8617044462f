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

/** The endpoints and parameters of the resolved provider. */
const resolveEndpoints = (entry: object) => {
  const { authorization, token, userinfo } = resolveOAuthEntry(entry)
  return {
    authorization: authorization.url?.href,
    token: token.url?.href,
    userinfo: userinfo.url?.href,
    authorizationQuery: Object.fromEntries(authorization.parameters),
    userinfoQuery: Object.fromEntries(userinfo.parameters),
  }
}

describe('an option of a single provider', () => {
  test('selects the WeChat page for the browser', () => {
    expect(resolveEndpoints(WeChat(client))).toMatchObject({
      authorization: 'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
      authorizationQuery: { appid: 'a', scope: 'snsapi_userinfo' },
    })
    expect(resolveEndpoints(WeChat({ ...client, platformType: 'WebsiteApp' }))).toMatchObject({
      authorization: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
      authorizationQuery: { appid: 'a', scope: 'snsapi_login' },
    })
  })

  test.each([
    { baseUrl: 'https://git.example.com/' },
    { baseUrl: new URL('https://git.example.com') },
    { issuer: 'https://git.example.com' },
  ])('sets the URL of a self-managed GitLab: %o', (option) => {
    expect(resolveEndpoints(GitLab({ ...client, ...option }))).toMatchObject({
      authorization: 'https://git.example.com/oauth/authorize',
      token: 'https://git.example.com/oauth/token',
      userinfo: 'https://git.example.com/api/v4/user',
    })
  })

  test('sets the base URL of the Webex API', () => {
    expect(resolveEndpoints(Webex({ ...client, apiBaseUrl: 'https://webex.example.com/v1/' }))).toMatchObject({
      authorization: 'https://webex.example.com/v1/authorize',
      token: 'https://webex.example.com/v1/access_token',
      userinfo: 'https://webex.example.com/v1/people/me',
    })
  })

  test('sets the version of the Foursquare API', () => {
    expect(resolveEndpoints(Foursquare({ ...client, apiVersion: '20260101' })).userinfoQuery).toEqual({ v: '20260101' })
  })

  test('sets the data center of Zoho', () => {
    expect(resolveEndpoints(Zoho({ ...client, issuer: 'https://accounts.zoho.eu' }))).toMatchObject({
      authorization: 'https://accounts.zoho.eu/oauth/v2/auth',
      userinfo: 'https://accounts.zoho.eu/oauth/user/info',
    })
  })

  test('sets the NetSuite account, which is required', () => {
    const userinfo = 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1'
    expect(resolveEndpoints(NetSuite({ ...client, accountID: '1234567_SB1', userinfo }))).toMatchObject({
      authorization: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
      token: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
      userinfoQuery: { script: '1', deploy: '1' },
    })
    expect(() => resolveEndpoints(NetSuite({ ...client, userinfo }))).toThrow('Provider "netsuite" needs')
    expect(() => resolveEndpoints(NetSuite({ ...client, accountID: '1234567' }))).toThrow('Provider "netsuite" needs')
  })

  test('is optional for WorkOS, where the sign-in request can set it', () => {
    expect(resolveEndpoints(WorkOS(client)).authorizationQuery).toEqual({})
    expect(resolveEndpoints(WorkOS({ ...client, connection: 'conn_1' })).authorizationQuery).toEqual({
      connection: 'conn_1',
    })
  })
})
