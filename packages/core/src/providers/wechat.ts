import type { TokenSet } from '../types/user.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject, readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/wechat-icon.ts'

/** The response of `sns/userinfo`. */
export interface WeChatProfile {
  /** Different for each application. */
  openid: string
  /** The same for all applications bound to one Open Platform account. Missing if the application is not bound. */
  unionid?: string
  nickname?: string
  headimgurl?: string
  /** WeChat returns 0 and empty strings for this member and the next three since 2021. */
  sex?: number
  province?: string
  city?: string
  country?: string
  privilege?: string[]
  [member: string]: unknown
}

/**
 * Options of the WeChat entry.
 * @example const options: WeChatUserConfig = { platformType: 'WebsiteApp' }
 */
export type WeChatUserConfig<P = WeChatProfile> = OAuthUserConfig<P> & {
  /**
   * `OfficialAccount` for WeChat's in-app browser, `WebsiteApp` for a QR code in other browsers. @default
   * 'OfficialAccount'
   * @example platformType: 'WebsiteApp'
   */
  platformType?: 'OfficialAccount' | 'WebsiteApp'
}

const PLATFORMS = {
  OfficialAccount: { page: 'oauth2/authorize', scope: 'snsapi_userinfo' },
  WebsiteApp: { page: 'qrconnect', scope: 'snsapi_login' },
} as const

/** The values of `is_snapshotuser` that mean "not a snapshot". The documentation says only that it is missing. */
const NOT_SNAPSHOT: readonly unknown[] = [undefined, null, 0, false]

/** Throws an `Error` for a snapshot. Its `openid` and `unionid` are made up and can be the same for several users. */
const rejectSnapshot = ({ tokens }: { tokens: TokenSet }): { tokens: TokenSet } => {
  if (!NOT_SNAPSHOT.includes(tokens['is_snapshotuser']))
    throw new Error('WeChat shows the page as a snapshot, which identifies no user')
  return { tokens }
}

/**
 * WeChat. The client id and secret are called `appid` and `secret`. The token is requested by GET. Responses are JSON
 * with the type `text/plain`, without `token_type`, and errors have status 200. If the application is not bound to the
 * Open Platform, the user's id is `openid`; binding it later changes every user's id. A sign-in fails if WeChat shows
 * the page as a snapshot, which happens when a page requests the profile right away. Source:
 * https://developers.weixin.qq.com/doc/service/guide/h5/auth.html and
 * https://developers.weixin.qq.com/doc/oplatform/developers/dev/auth/web.md (beginnings of the pages),
 * https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsaccesstoken.html,
 * https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsuserinfo.html and
 * https://developers.weixin.qq.com/community/develop/doc/000c2c34068880629ced91a2f56001 (snapshots), 2026-11-21.
 * @example
 * // with AUTH_WECHAT_ID and AUTH_WECHAT_SECRET set; the callback is /auth/callback/wechat
 * import WeChat from '@authwright/core/providers/wechat'
 * const config = { providers: [WeChat] }
 */
export const WeChat = <P extends WeChatProfile = WeChatProfile>(options: WeChatUserConfig<P> = {}): OAuth2Config<P> => {
  const { page, scope } = PLATFORMS[options.platformType ?? 'OfficialAccount']
  return {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    authorization: {
      // WeChat requires the fragment.
      url: `https://open.weixin.qq.com/connect/${page}#wechat_redirect`,
      params: { appid: '{clientId}', scope },
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      request: async ({ params, provider, fetch }) => {
        const { id, secret, tokenUrl } = readClient(provider)
        const code = params.get('code') ?? ''
        const query = new URLSearchParams({ appid: id, secret, code, grant_type: 'authorization_code' })
        return rejectSnapshot(await readTokens('WeChat', await fetch(`${tokenUrl}?${query}`)))
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
    icon,
    options,
  }
}

export default WeChat
