import { readObject, type HttpClient, type JsonResponse } from './http.ts'
import type { Client, GetSessionOptions, Session, SessionChange } from './types.ts'

const CHANNEL = 'authwright'

const TRIGGERS: readonly unknown[] = ['signin', 'signout', 'update']

const readChange = (message: unknown): SessionChange | undefined => {
  const trigger = typeof message === 'object' && message !== null && 'trigger' in message ? message.trigger : undefined
  return TRIGGERS.includes(trigger) ? { trigger: trigger as SessionChange['trigger'] } : undefined
}

let opened: BroadcastChannel | undefined

/** The page has one channel, opened at the first use. Servers and old browsers have none. */
const openChannel = (): BroadcastChannel | undefined => {
  if (typeof BroadcastChannel === 'undefined' || typeof location === 'undefined') return undefined
  return (opened ??= new BroadcastChannel(CHANNEL))
}

const ownListeners = new Set<() => void>()

/** Notify the session stores of this tab, and the other tabs of this origin. A channel does not receive its own messages. */
export const broadcastChange = (trigger: SessionChange['trigger']): void => {
  openChannel()?.postMessage({ trigger })
  for (const listener of ownListeners) listener()
}

/** Call the listener when another tab changes the session. Returns the function that removes the listener. */
export const onSessionChange = (listener: (change: SessionChange) => void): (() => void) => {
  const onMessage = (event: MessageEvent<unknown>): void => {
    const change = readChange(event.data)
    if (change !== undefined) listener(change)
  }
  const channel = openChannel()
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}

/** Call the listener when this tab or another one changes the session. Returns the function that removes the listener. */
export const onChangeInAnyTab = (listener: () => void): (() => void) => {
  ownListeners.add(listener)
  const stopListening = onSessionChange(listener)
  return () => {
    ownListeners.delete(listener)
    stopListening()
  }
}

// The application's `session` callback decides what a session holds, and the caller names the matching type.
const readSession = <S extends Session>(response: JsonResponse) => readObject(response) as S | null

export const makeSession = (http: HttpClient): Pick<Client, 'getSession' | 'update'> => {
  const getSession = async <S extends Session>(options?: GetSessionOptions) =>
    readSession<S>(await http.send('session', options))
  return {
    getSession,
    update: async <S extends Session>(data?: unknown) => {
      if (data === undefined) return getSession<S>()
      const headers = { 'content-type': 'application/json' }
      const response = await http.send('session', { method: 'POST', headers, body: JSON.stringify({ data }) })
      const session = readSession<S>(response)
      broadcastChange('update')
      return session
    },
  }
}
