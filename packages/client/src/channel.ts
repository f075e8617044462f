import type { SessionChange } from './types.ts'

const NAME = 'authwright'

const TRIGGERS: readonly unknown[] = ['signin', 'signout', 'update']

const readChange = (message: unknown): SessionChange | undefined => {
  const trigger = typeof message === 'object' && message !== null && 'trigger' in message ? message.trigger : undefined
  return TRIGGERS.includes(trigger) ? { trigger: trigger as SessionChange['trigger'] } : undefined
}

let opened: BroadcastChannel | undefined

/** One channel a page, opened at first use: a server and an old browser have none. */
const channel = (): BroadcastChannel | undefined =>
  (opened ??=
    typeof BroadcastChannel === 'undefined' || typeof location === 'undefined' ? undefined : new BroadcastChannel(NAME))

/** Tell the other tabs of this site. A channel does not hear itself. */
export const announce = (change: SessionChange): void => channel()?.postMessage(change)

/** Be told what other tabs announce. */
export const listen = (listener: (change: SessionChange) => void): (() => void) => {
  const heard = (event: MessageEvent<unknown>): void => {
    const change = readChange(event.data)
    if (change !== undefined) listener(change)
  }
  const open = channel()
  open?.addEventListener('message', heard)
  return () => open?.removeEventListener('message', heard)
}
