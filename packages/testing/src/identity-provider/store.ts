import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  readonly payload: AdapterPayload
  readonly ends: number
}

/**
 * A store of the provider's short-lived records. Each provider has its own, so two providers in one process share
 * nothing. `model` is the kind of record.
 */
export const makeStore = (): ((model: string) => Adapter) => {
  const entries = new Map<string, Entry>()

  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (entry === undefined || entry.ends <= Date.now()) return void entries.delete(key)
    return entry.payload
  }
  const search = (model: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...entries.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(read)
      .find((payload) => payload !== undefined && fits(payload))

  return (model) => ({
    upsert: async (id, payload, expiresIn) => {
      const ends = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY
      entries.set(`${model}:${id}`, { payload, ends })
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => search(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => search(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const entry = entries.get(`${model}:${id}`)
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(key)
    },
  })
}
