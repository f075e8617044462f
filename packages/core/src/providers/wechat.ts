import type { TokenSet } from '../types/user.ts'
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

/** What `is_snapshotuser` is on a page that is no snapshot; documented is that it is missing. */
const FULL_PAGE: readonly unknown[] = [undefined, null, 0, false]

/** A snapshot's `openid` and `unionid` are made up, and may be the same for several people. Throws an `Error` for one. */
const ofPerson = ({ tokens }: { tokens: TokenSet }): { tokens: TokenSet } => {
  if (!FULL_PAGE.includes(tokens['is_snapshotuser'])) throw new Error('WeChat shows a snapshot and tells of nobody')
  return { tokens }
}

/**
 * WeChat. Id and secret of the client are called `appid` and `secret`, tokens are asked for by GET, answers are JSON
 * under `text/plain` without `token_type`, and errors come with status 200. An application that is not bound to the
 * Open Platform knows people by `openid`; binding it later changes everybody's id. Nobody is signed in on a page that
 * WeChat shows as a snapshot only, which it does where a page asks for the profile at once. Source:
 * https://developers.weixin.qq.com/doc/service/guide/h5/auth.html and
 * https://developers.weixin.qq.com/doc/oplatform/developers/dev/auth/web.md (their beginnings),
 * https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsaccesstoken.html,
 * https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsuserinfo.html and, for snapshots,
 * https://developers.weixin.qq.com/community/develop/doc/000c2c34068880629ced91a2f56001, 2026-11-21.
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
        return ofPerson(await readTokens('WeChat', await fetch(`${tokenUrl}?${query}`)))
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
