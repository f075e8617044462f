import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  VerificationToken,
} from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import { adapterContract, type AdapterFeature } from './adapter-contract.ts'
import { memoryAdapter, type MemoryAdapter } from './memory-adapter.ts'

interface Results {
  readonly broken: readonly string[]
  readonly skipped: readonly string[]
}

/** Runs the whole contract over an adapter with changed methods. */
const runContract = async (
  differ: (sound: MemoryAdapter) => { readonly [Method in keyof Adapter]?: Adapter[Method] | undefined },
  without: readonly AdapterFeature[] = ['hashes-at-rest'],
): Promise<Results> => {
  const rules: { readonly name: string; readonly run: () => Promise<void> }[] = []
  const skipped: string[] = []
  const make = () => {
    const sound = memoryAdapter()
    const adapter: Record<string, unknown> = { ...sound, ...differ(sound) }
    return { adapter: Object.fromEntries(Object.entries(adapter).filter(([, method]) => method !== undefined)) }
  }
  adapterContract({
    make,
    rounds: 2,
    without,
    test: (name, run) => rules.push({ name, run }),
    skip: (name) => skipped.push(name),
  })
  const results = await Promise.allSettled(rules.map(({ run }) => run()))
  return { broken: rules.filter((_, i) => results[i]?.status === 'rejected').map(({ name }) => name), skipped }
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** A table without a unique index accepts the second row and finds the first. */
const twice =
  <Row>(store: (row: Row) => Promise<unknown>, also: (row: Row) => void = () => undefined) =>
  async (row: Row): Promise<Row> => {
    await store(row).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'UniqueViolation') throw error
      also(row)
    })
    return row
  }

/** Adapters of other publishers do not promise the name of the error. The other rules detect a missing index. */
const UNTYPED = ['hashes-at-rest', 'typed-violations'] as const

describe('the contract', () => {
  test('detects a token that is read and then deleted', async () => {
    const { broken } = await runContract((sound) => ({
      useVerificationToken: async (key) => {
        const known = [...sound.state().tokens.values()].find(
          (row) => row.token === key.token && row.identifier === key.identifier,
        )
        await pause()
        await sound.useVerificationToken(key)
        return known ?? null
      },
    }))
    expect(broken).toEqual(['of 50 concurrent uses of a token, exactly one succeeds'])
  })

  test('detects a token that is valid for any identifier', async () => {
    const { broken } = await runContract((sound) => ({
      useVerificationToken: async ({ token }) => {
        const known = [...sound.state().tokens.values()].find((row) => row.token === token)
        return known === undefined ? null : sound.useVerificationToken(known)
      },
    }))
    expect(broken).toEqual(['a token is valid for its own identifier only'])
  })

  test('detects a token that is consumed when it is read', async () => {
    const { broken } = await runContract((sound) => ({ getVerificationToken: sound.useVerificationToken }))
    expect(broken).toEqual(['getVerificationToken returns a token, with exactly its three members, and keeps it'])
  })

  test('detects addresses that are not unique', async () => {
    const { broken } = await runContract((sound) => ({
      createUser: async (user) => {
        const { id } = await sound.createUser({ ...user, email: crypto.randomUUID() })
        return { ...user, id }
      },
    }))
    expect(broken).toContain('of concurrent createUser calls with one address, exactly one succeeds')
  })

  test('detects user ids that are not unique', async () => {
    const ID = 'a user id is unique: a second createUser with it fails or gets another id, also concurrently'
    const { broken } = await runContract((sound) => ({
      createUser: async (user) => ((await sound.getUser(user.id)) === null ? sound.createUser(user) : user),
    }))
    expect(broken).toContain(ID)
    const replacing = await runContract((sound) => ({
      createUser: async (user) => {
        if ((await sound.getUserByEmail(user.email)) === null) await sound.deleteUser(user.id)
        return sound.createUser(user)
      },
    }))
    expect(replacing.broken).toEqual([ID])
  })

  test('detects a user id that is checked and then stored', async () => {
    const { broken } = await runContract((sound) => ({
      createUser: async (user) => {
        if ((await sound.getUser(user.id)) !== null) throw new Error('known')
        await pause()
        return (await sound.getUser(user.id)) === null ? sound.createUser(user) : user
      },
    }))
    expect(broken).toEqual([
      'a user id is unique: a second createUser with it fails or gets another id, also concurrently',
    ])
  })

  test('accepts an adapter that generates its own ids', async () => {
    const { broken } = await runContract((sound) => ({
      createUser: (user) => sound.createUser({ ...user, id: crypto.randomUUID() }),
    }))
    expect(broken).not.toContain(
      'a user id is unique: a second createUser with it fails or gets another id, also concurrently',
    )
  })

  test('detects passkeys that remain after their user was deleted', async () => {
    const left = new Map<string, AdapterAuthenticator>()
    const { broken } = await runContract((sound) => ({
      deleteUser: async (id) => {
        for (const row of await sound.listAuthenticatorsByUserId(id)) left.set(row.credentialID, row)
        await sound.deleteUser(id)
      },
      getAuthenticator: async (id) => left.get(id) ?? sound.getAuthenticator(id),
    }))
    expect(broken).toEqual(['deleteUser deletes the passkeys of that user and of no other'])
  })

  test('detects accounts that are not unique', async () => {
    const lax = (sound: MemoryAdapter) => ({
      linkAccount: twice(async (row: AdapterAccount) => sound.linkAccount(row)),
    })
    const rules = [
      'of concurrent linkAccount calls for one account, exactly one succeeds',
      'rejects linking an account to a second user and keeps the first',
    ]
    expect((await runContract(lax, UNTYPED)).broken).toEqual(rules)
    const { broken } = await runContract(lax)
    expect(broken).toEqual([
      ...rules,
      'a second linkAccount for an account throws UniqueViolation and keeps the first user',
    ])
  })

  test('detects an account that a second one replaces', async () => {
    const lax = (sound: MemoryAdapter) => ({
      linkAccount: async (row: AdapterAccount) => {
        await sound.unlinkAccount(row)
        await sound.linkAccount(row)
      },
    })
    expect((await runContract(lax, UNTYPED)).broken).toEqual([
      'rejects linking an account to a second user and keeps the first',
    ])
  })

  test('detects session tokens that are not unique', async () => {
    const lax = (sound: MemoryAdapter) => ({
      createSession: twice(async (row: AdapterSession) => sound.createSession(row)),
    })
    expect((await runContract(lax, UNTYPED)).broken).toEqual(['rejects a second session with the same token'])
  })

  test('detects a session that a second one replaces', async () => {
    const lax = (sound: MemoryAdapter) => ({
      createSession: async (row: AdapterSession) => {
        await sound.deleteSession(row.sessionToken)
        return sound.createSession(row)
      },
    })
    expect((await runContract(lax, UNTYPED)).broken).toEqual(['rejects a second session with the same token'])
  })

  test('detects verification tokens that are not unique', async () => {
    const twins: VerificationToken[] = []
    const lax = (sound: MemoryAdapter) => ({
      createVerificationToken: twice(
        async (row: VerificationToken) => sound.createVerificationToken(row),
        (row) => void twins.push(row),
      ),
      useVerificationToken: async (key: Pick<VerificationToken, 'identifier' | 'token'>) => {
        const used = await sound.useVerificationToken(key)
        const twin = twins.findIndex(({ identifier, token }) => identifier === key.identifier && token === key.token)
        if (used !== null || twin < 0) return used
        return twins.splice(twin, 1)[0] ?? null
      },
    })
    expect((await runContract(lax, UNTYPED)).broken).toEqual(['a token that is stored twice is used once'])
  })

  test('detects a passkey that a second one replaces', async () => {
    const { broken } = await runContract((sound) => ({
      createAuthenticator: async (authenticator) => {
        await sound.deleteAuthenticator(authenticator.credentialID)
        return sound.createAuthenticator(authenticator)
      },
    }))
    expect(broken).toEqual([
      'rejects a stored passkey for any user and changes nothing',
      'a second createAuthenticator for a passkey throws UniqueViolation',
    ])
  })

  test('detects a passkey that is checked and then stored', async () => {
    const { broken } = await runContract((sound) => ({
      createAuthenticator: async (authenticator) => {
        if ((await sound.getAuthenticator(authenticator.credentialID)) !== null)
          throw Object.assign(new Error('known'), { name: 'UniqueViolation', constraint: 'authenticator' })
        await pause()
        await sound.deleteAuthenticator(authenticator.credentialID)
        return sound.createAuthenticator(authenticator)
      },
    }))
    expect(broken).toEqual(['of concurrent createAuthenticator calls for one passkey, exactly one succeeds'])
  })

  test('does not require unique passkeys without the feature', async () => {
    const { skipped } = await runContract(() => ({}), ['hashes-at-rest', 'unique-authenticators'])
    expect(skipped.filter((name) => name.includes('passkey'))).toHaveLength(3)
  })

  test('detects account ids that a collation treats as equal', async () => {
    const { broken } = await runContract((sound) => ({
      getUserByAccount: ({ provider, providerAccountId }) =>
        sound.getUserByAccount({ provider, providerAccountId: providerAccountId.trim().toLowerCase() }),
    }))
    expect(broken).toEqual(['account ids that differ only in case, accents or spaces are different ids'])
  })

  test('detects transactions without nesting', async () => {
    const { broken } = await runContract((sound) => ({
      transaction: (work) => sound.transaction((inner) => work({ ...inner, transaction: (part) => part(inner) })),
    }))
    expect(broken).toContain('a nested transaction can fail alone')
  })

  test('detects transactions that keep a part of their writes', async () => {
    const { broken } = await runContract((sound) => ({ transaction: (work) => work(sound) }))
    expect(broken).toContain('a failed transaction keeps no write and rejects with its error')
    expect(broken).toContain('a failed transaction does not undo the writes of concurrent ones')
  })

  test('detects a session that cannot be deleted', async () => {
    const { broken } = await runContract(() => ({
      deleteSession: () => null,
    }))
    expect(broken).toContain('deleting or extending a deleted session does not fail and does not restore it')
  })

  test('detects a missing method', async () => {
    const { broken } = await runContract(() => ({ incrementCounter: undefined }))
    expect(broken.filter((name) => name.startsWith('incrementCounter'))).toHaveLength(2)
  })

  test('skips the rules of missing features and names them', async () => {
    const { broken, skipped } = await runContract(() => ({}), ['hashes-at-rest', 'transactions'])
    expect(broken).toEqual([])
    expect(skipped).toContain('a nested transaction can fail alone')
    expect(skipped).toContain('does not store session tokens in plain text')
  })
})
