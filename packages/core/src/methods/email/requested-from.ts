import type { AuthContext } from '../../config/engine-types.ts'
import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { findUserAgentInfo, readUserAgentInfo } from '../../protocols/email/user-agent-info.ts'
import type { UserAgentInfo } from '../../protocols/email/user-agent-info.ts'

/** From where and when a mail was requested. */
export interface RequestedFrom {
  readonly requestedFrom: UserAgentInfo
  /** Milliseconds since the epoch. */
  readonly requestedAt: number
}

const PURPOSE = 'magic link asked'

/** Hexadecimal digits: 128 bits. */
const MAC_LENGTH = 32

/** The MAC covers the token, so the parameter is valid for this link only. */
const textOf = (info: string, token: string): string => `${info} ${token}`

/** The parameter `asked` of a link: browser, operating system and time of the request, with a MAC. */
export const writeRequestedFrom = async (context: AuthContext, headers: Headers, token: string): Promise<string> => {
  const { browser = '', system = '' } = readUserAgentInfo(headers.get('user-agent'))
  const info = `${browser}.${system}.${toSeconds(context.runtime.now())}`
  const mac = await context.keyring.mac(PURPOSE, textOf(info, token))
  return `${info}.${mac.slice(0, MAC_LENGTH)}`
}

/** Read the parameter `asked`. `undefined` unless we wrote it for this link. */
export const findRequestedFrom = async (
  context: AuthContext,
  written: string | null,
  token: string,
): Promise<RequestedFrom | undefined> => {
  const [browser, system, time, mac, more] = (written ?? '').split('.')
  if (time === undefined || mac === undefined || more !== undefined) return undefined
  const macs = await context.keyring.macs(PURPOSE, textOf(`${browser}.${system}.${time}`, token))
  if (!macs.some((own) => sameSecret(own.slice(0, MAC_LENGTH), mac))) return undefined
  return { requestedFrom: findUserAgentInfo(browser, system), requestedAt: Number(time) * 1000 }
}
