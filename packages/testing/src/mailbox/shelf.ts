import type { Mail } from './mail.ts'

interface Waiting {
  readonly address: string
  readonly resolve: (mail: Mail) => void
}

/** Keeps mails in the order they came, and hands each out once per address. */
export interface Shelf {
  readonly add: (mail: Mail) => void
  /** The oldest mail to the address that was not handed out before; waits for one when there is none. */
  readonly next: (address: string, within: number) => Promise<Mail>
  readonly list: () => readonly Mail[]
  readonly clear: () => void
}

/** An empty shelf. It holds the newest `limit` mails. */
export const makeShelf = (limit = 500): Shelf => {
  const mails: Mail[] = []
  const handedOut = new Set<string>()
  const waiting = new Set<Waiting>()
  const key = (mail: Mail, address: string): string => `${mail.id} ${address}`

  const hand = (mail: Mail, address: string): Mail => {
    handedOut.add(key(mail, address))
    return mail
  }
  const add = (mail: Mail): void => {
    mails.push(mail)
    if (mails.length > limit) mails.shift()
    const served = new Set<string>()
    for (const waiter of waiting) {
      if (served.has(waiter.address) || !mail.to.includes(waiter.address)) continue
      served.add(waiter.address)
      waiting.delete(waiter)
      waiter.resolve(hand(mail, waiter.address))
    }
  }
  const next = (wanted: string, within: number): Promise<Mail> => {
    const address = wanted.toLowerCase()
    const here = mails.find((mail) => mail.to.includes(address) && !handedOut.has(key(mail, address)))
    if (here !== undefined) return Promise.resolve(hand(here, address))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(waiter)
        reject(new Error(`no mail for ${address} within ${within} ms`))
      }
      const timer = setTimeout(giveUp, within)
      const waiter: Waiting = { address, resolve: (mail) => (clearTimeout(timer), resolve(mail)) }
      waiting.add(waiter)
    })
  }
  const clear = () => {
    mails.length = 0
    handedOut.clear()
  }
  return { add, next, list: () => [...mails], clear }
}
