import type { Session } from './types.ts'

/**
 * The session as the page knows it. The object stays the same while nothing changes.
 * @example const greet = ({ status, data }: SessionState) => (status === 'authenticated' ? data.user?.name : 'guest')
 */
export type SessionState<S extends Session = Session> = {
  /** Why the last request failed. `data` is then what the request before it returned. */
  readonly error?: Error
} & (
  | {
      /** Whether a user is signed in; `loading` until this is known. */
      readonly status: 'loading'
      /** The session, or `null` if there is none or it is not loaded yet. */
      readonly data: null
    }
  | {
      /** Whether a user is signed in; `loading` until this is known. */
      readonly status: 'unauthenticated'
      /** The session, or `null` if there is none or it is not loaded yet. */
      readonly data: null
    }
  | {
      /** Whether a user is signed in; `loading` until this is known. */
      readonly status: 'authenticated'
      /** The session, or `null` if there is none or it is not loaded yet. */
      readonly data: S
    }
)

/** The state for a session; `undefined` means that it is not known yet. */
export const toState = <S extends Session>(data: S | null | undefined): SessionState<S> => {
  if (data === undefined) return { status: 'loading', data: null }
  return data === null ? { status: 'unauthenticated', data } : { status: 'authenticated', data }
}

export const withError = <S extends Session>(state: SessionState<S>, error: unknown): SessionState<S> => ({
  ...state,
  error: error instanceof Error ? error : new Error(String(error)),
})

/** A value with listeners, which are called when it changes. */
export const makeObservable = <T extends SessionState>(first: T) => {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set: (next: T) => {
      if (next.error === value.error && JSON.stringify(next) === JSON.stringify(value)) return
      value = next
      for (const listener of listeners) listener()
    },
    add: (listener: () => void) => {
      // The same function may listen twice.
      const own = (): void => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    },
    isUsed: () => listeners.size > 0,
  }
}

/** Sends one request at a time: a newer one aborts the older one, whose promise then ends with the newer one. */
export const makeSingleFlight = <T>(
  send: (signal: AbortSignal) => Promise<T>,
  onResponse: (value: T) => void,
  onFailure: (error: unknown) => void,
) => {
  let pending: AbortController | undefined
  let latest = Promise.resolve()
  const abort = (): void => {
    pending?.abort()
    pending = undefined
    latest = Promise.resolve()
  }
  return {
    start: (): Promise<void> => {
      pending?.abort()
      const own = new AbortController()
      pending = own
      const unlessReplaced =
        <V>(act: (value: V) => void) =>
        (value: V): void | Promise<void> => {
          if (pending !== own) return latest
          pending = undefined
          return act(value)
        }
      latest = send(own.signal).then(unlessReplaced(onResponse), unlessReplaced(onFailure))
      return latest
    },
    abort,
    latest: () => latest,
    isPending: () => pending !== undefined,
  }
}
