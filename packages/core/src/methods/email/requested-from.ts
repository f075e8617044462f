import type { AuthContext } from '../../config/engine-types.ts'
import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { findUserAgentInfo, readUserAgentInfo } from '../../protocols/email/user-agent-info.ts'
import type { UserAgentInfo } from '../../protocols/email/user-agent-info.ts'

/** Where and when a mail was asked for. */
export interface RequestedFrom {
  readonly requestedFrom: UserAgentInfo
  /** Milliseconds since the epoch. */
  readonly requestedAt: number
}

const PURPOSE = 'magic link asked'

/** 128 bits. */
const MAC_LENGTH = 32

/** The token is part of what is signed, so that it tells of this link and of no other. */
const textOf = (told: string, token: string): string => `${told} ${token}`

/** Where a link was asked for, as the link itself tells it: names of families and a time, signed. */
export const writeRequestedFrom = async (context: AuthContext, headers: Headers, token: string): Promise<string> => {
  const { browser = '', system = '' } = readUserAgentInfo(headers.get('user-agent'))
  const told = `${browser}.${system}.${toSeconds(context.runtime.now())}`
  const mac = await context.keyring.mac(PURPOSE, textOf(told, token))
  return `${told}.${mac.slice(0, MAC_LENGTH)}`
}

/** What a link tells, when it is what we wrote. Whatever else stands there is not worth a word to anybody. */
export const findRequestedFrom = async (
  context: AuthContext,
  written: string | null,
  token: string,
): Promise<RequestedFrom | undefined> => {
  const [browser, system, time, mac, more] = (written ?? '').split('.')
  if (time === undefined || mac === undefined || more !== undefined) return undefined
  const known = await context.keyring.macs(PURPOSE, textOf(`${browser}.${system}.${time}`, token))
  if (!known.some((own) => sameSecret(own.slice(0, MAC_LENGTH), mac))) return undefined
  return { requestedFrom: findUserAgentInfo(browser, system), requestedAt: Number(time) * 1000 }
}
