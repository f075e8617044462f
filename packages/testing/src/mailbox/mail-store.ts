import type { Mail } from './mail.ts'

interface Waiting {
  readonly address: string
  readonly resolve: (mail: Mail) => void
}

/** Keeps mails in the order of arrival and returns each once per address. */
export interface MailStore {
  readonly add: (mail: Mail) => void
  /** The oldest mail to the address that was not returned before. Waits for one when there is none. */
  readonly next: (address: string, within: number) => Promise<Mail>
  readonly list: () => readonly Mail[]
  readonly clear: () => void
}

/** An empty store. It keeps the newest `limit` mails. */
export const makeMailStore = (limit = 500): MailStore => {
  const mails: Mail[] = []
  const returned = new Set<string>()
  const waiting = new Set<Waiting>()
  const key = (mail: Mail, address: string): string => `${mail.id} ${address}`

  const markReturned = (mail: Mail, address: string): Mail => {
    returned.add(key(mail, address))
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
      waiter.resolve(markReturned(mail, waiter.address))
    }
  }
  const next = (wanted: string, within: number): Promise<Mail> => {
    const address = wanted.toLowerCase()
    const here = mails.find((mail) => mail.to.includes(address) && !returned.has(key(mail, address)))
    if (here !== undefined) return Promise.resolve(markReturned(here, address))
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
    returned.clear()
  }
  return { add, next, list: () => [...mails], clear }
}
