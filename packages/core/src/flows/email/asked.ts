import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import { findAskedFrom, readAskedFrom } from '../../email/asked-from.ts'
import type { AskedFrom } from '../../email/asked-from.ts'

/** Where and when a mail was asked for. */
export interface Asked {
  readonly askedFrom: AskedFrom
  /** Milliseconds since the epoch. */
  readonly askedAt: number
}

const PURPOSE = 'magic link asked'

/** 128 bits. */
const MAC_LENGTH = 32

/** The token is part of what is signed, so that it tells of this link and of no other. */
const textOf = (told: string, token: string): string => `${told} ${token}`

/** Where a link was asked for, as the link itself tells it: names of families and a time, signed. */
export const writeAsked = async (site: Site, headers: Headers, token: string): Promise<string> => {
  const { browser = '', system = '' } = readAskedFrom(headers.get('user-agent'))
  const told = `${browser}.${system}.${toSeconds(site.runtime.now())}`
  const mac = await site.keyring.mac(PURPOSE, textOf(told, token))
  return `${told}.${mac.slice(0, MAC_LENGTH)}`
}

/** What a link tells, when it is what we wrote. Whatever else stands there is not worth a word to anybody. */
export const findAsked = async (site: Site, written: string | null, token: string): Promise<Asked | undefined> => {
  const [browser, system, time, mac, more] = (written ?? '').split('.')
  if (time === undefined || mac === undefined || more !== undefined) return undefined
  const known = await site.keyring.macs(PURPOSE, textOf(`${browser}.${system}.${time}`, token))
  if (!known.some((own) => sameSecret(own.slice(0, MAC_LENGTH), mac))) return undefined
  return { askedFrom: findAskedFrom(browser, system), askedAt: Number(time) * 1000 }
}
