import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject, readTokens } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What `sns/userinfo` tells of a person. */
export interface WeChatProfile {
  /** The same for one application only. */
  openid: string
  /**
   * The same for all applications bound to one account of the Open Platform; missing when the application is not bound.
   */
  unionid?: string
  nickname?: string
  headimgurl?: string
  [member: string]: unknown
}

/** Options of the WeChat entry. */
export type WeChatUserConfig = OAuthUserConfig<WeChatProfile> & {
  /**
   * `OfficialAccount` inside WeChat's own browser, `WebsiteApp` with a QR code anywhere else. @default
   * 'OfficialAccount'
   */
  platformType?: 'OfficialAccount' | 'WebsiteApp'
}

const PLATFORMS = {
  OfficialAccount: { page: 'oauth2/authorize', scope: 'snsapi_userinfo' },
  WebsiteApp: { page: 'qrconnect', scope: 'snsapi_login' },
} as const

/**
 * WeChat. Id and secret of the client are called `appid` and `secret`, tokens are asked for by GET, answers are JSON
 * under `text/plain` without `token_type`, and errors come with status 200. An application that is not bound to the
 * Open Platform knows people by `openid`; binding it later changes everybody's id. Source:
 * https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html (not looked at; as the
 * ecosystem has it, and as tutorials read on 2026-11-21 say).
 */
export const WeChat = (options: WeChatUserConfig = {}): OAuth2Config<WeChatProfile> => {
  const { page, scope } = PLATFORMS[options.platformType ?? 'OfficialAccount']
  return {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    authorization: {
      // WeChat insists on the fragment.
      url: `https://open.weixin.qq.com/connect/${page}#wechat_redirect`,
      params: { appid: '{clientId}', scope },
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      request: async ({ params, provider, fetch }) => {
        const { id, secret, tokenUrl } = readClient(provider)
        const code = params.get('code') ?? ''
        const query = new URLSearchParams({ appid: id, secret, code, grant_type: 'authorization_code' })
        return readTokens('WeChat', await fetch(`${tokenUrl}?${query}`))
      },
    },
    userinfo: {
      url: 'https://api.weixin.qq.com/sns/userinfo?lang=zh_CN',
      request: async ({ tokens, provider, fetch }) => {
        const url = new URL(readClient(provider).userinfoUrl)
        url.searchParams.set('access_token', tokens.access_token ?? '')
        url.searchParams.set('openid', String(tokens['openid']))
        return readObject('WeChat', await fetch(url))
      },
    },
    profile: ({ unionid, openid, nickname: name, headimgurl: image }) => ({ id: unionid ?? openid, name, image }),
    style: { bg: '#fff', text: '#000' },
    options,
  }
}

export default WeChat
