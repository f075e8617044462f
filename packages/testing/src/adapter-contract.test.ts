import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  VerificationToken,
} from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import { adapterContract, type Feature } from './adapter-contract.ts'
import { memoryAdapter, type MemoryAdapter } from './memory-adapter.ts'

interface Verdicts {
  readonly broken: readonly string[]
  readonly skipped: readonly string[]
}

/** Runs the whole contract over an adapter that does something its own way. */
const verdictsOn = async (
  differ: (sound: MemoryAdapter) => { readonly [Method in keyof Adapter]?: Adapter[Method] | undefined },
  without: readonly Feature[] = ['hashes-at-rest'],
): Promise<Verdicts> => {
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

/** What a table without a unique index does: it takes the second row as well, and finds the first one. */
const twice =
  <Row>(store: (row: Row) => Promise<unknown>, also: (row: Row) => void = () => undefined) =>
  async (row: Row): Promise<Row> => {
    await store(row).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'UniqueViolation') throw error
      also(row)
    })
    return row
  }

/** Adapters that others publish promise no name of the error; the rest of the rules finds a missing index all the same. */
const UNTYPED = ['hashes-at-rest', 'typed-violations'] as const

describe('the contract', () => {
  test('finds a one-time token that is read and then deleted', async () => {
    const { broken } = await verdictsOn((sound) => ({
      useVerificationToken: async (asked) => {
        const known = [...sound.state().tokens.values()].find(
          (row) => row.token === asked.token && row.identifier === asked.identifier,
        )
        await pause()
        await sound.useVerificationToken(asked)
        return known ?? null
      },
    }))
    expect(broken).toEqual(['of 50 who use a token at once, exactly one has it'])
  })

  test('finds a one-time token that counts for any identifier', async () => {
    const { broken } = await verdictsOn((sound) => ({
      useVerificationToken: async ({ token }) => {
        const known = [...sound.state().tokens.values()].find((row) => row.token === token)
        return known === undefined ? null : sound.useVerificationToken(known)
      },
    }))
    expect(broken).toEqual(['a one-time token counts for its own identifier only'])
  })

  test('finds addresses that are not unique', async () => {
    const { broken } = await verdictsOn((sound) => ({
      createUser: async (user) => {
        const { id } = await sound.createUser({ ...user, email: crypto.randomUUID() })
        return { ...user, id }
      },
    }))
    expect(broken).toContain('of many first sign-ins with one address at once, one makes the user')
  })

  test('finds ids of users that are not unique', async () => {
    const ID = 'an id is of one user: another with it is refused, or is given a different one, also at once'
    const { broken } = await verdictsOn((sound) => ({
      createUser: async (user) => ((await sound.getUser(user.id)) === null ? sound.createUser(user) : user),
    }))
    expect(broken).toContain(ID)
    const replacing = await verdictsOn((sound) => ({
      createUser: async (user) => {
        if ((await sound.getUserByEmail(user.email)) === null) await sound.deleteUser(user.id)
        return sound.createUser(user)
      },
    }))
    expect(replacing.broken).toEqual([ID])
  })

  test('finds a user who is looked for by id and then stored', async () => {
    const { broken } = await verdictsOn((sound) => ({
      createUser: async (user) => {
        if ((await sound.getUser(user.id)) !== null) throw new Error('known')
        await pause()
        return (await sound.getUser(user.id)) === null ? sound.createUser(user) : user
      },
    }))
    expect(broken).toEqual([
      'an id is of one user: another with it is refused, or is given a different one, also at once',
    ])
  })

  test('asks for no id to be kept: an adapter may give ids of its own', async () => {
    const { broken } = await verdictsOn((sound) => ({
      createUser: (user) => sound.createUser({ ...user, id: crypto.randomUUID() }),
    }))
    expect(broken).not.toContain(
      'an id is of one user: another with it is refused, or is given a different one, also at once',
    )
  })

  test('finds passkeys that outlive their user', async () => {
    const left = new Map<string, AdapterAuthenticator>()
    const { broken } = await verdictsOn((sound) => ({
      deleteUser: async (id) => {
        for (const row of await sound.listAuthenticatorsByUserId(id)) left.set(row.credentialID, row)
        await sound.deleteUser(id)
      },
      getAuthenticator: async (id) => left.get(id) ?? sound.getAuthenticator(id),
    }))
    expect(broken).toEqual(['the passkeys of a deleted user are gone, and those of others are not'])
  })

  test('finds accounts that are not unique', async () => {
    const lax = (sound: MemoryAdapter) => ({
      linkAccount: twice(async (row: AdapterAccount) => sound.linkAccount(row)),
    })
    const rules = [
      'of many who link one account at once, one does',
      'an account linked already is refused to another user, and its owner stays',
    ]
    expect((await verdictsOn(lax, UNTYPED)).broken).toEqual(rules)
    const { broken } = await verdictsOn(lax)
    expect(broken).toEqual([
      ...rules,
      'an account linked already is an error named UniqueViolation, and its owner stays',
    ])
  })

  test('finds an account that a second one takes the place of', async () => {
    const lax = (sound: MemoryAdapter) => ({
      linkAccount: async (row: AdapterAccount) => {
        await sound.unlinkAccount(row)
        await sound.linkAccount(row)
      },
    })
    expect((await verdictsOn(lax, UNTYPED)).broken).toEqual([
      'an account linked already is refused to another user, and its owner stays',
    ])
  })

  test('finds session tokens that are not unique', async () => {
    const lax = (sound: MemoryAdapter) => ({
      createSession: twice(async (row: AdapterSession) => sound.createSession(row)),
    })
    expect((await verdictsOn(lax, UNTYPED)).broken).toEqual(['one session token is one session'])
  })

  test('finds a session that a second one takes the place of', async () => {
    const lax = (sound: MemoryAdapter) => ({
      createSession: async (row: AdapterSession) => {
        await sound.deleteSession(row.sessionToken)
        return sound.createSession(row)
      },
    })
    expect((await verdictsOn(lax, UNTYPED)).broken).toEqual(['one session token is one session'])
  })

  test('finds one-time tokens that are not unique', async () => {
    const twins: VerificationToken[] = []
    const lax = (sound: MemoryAdapter) => ({
      createVerificationToken: twice(
        async (row: VerificationToken) => sound.createVerificationToken(row),
        (row) => void twins.push(row),
      ),
      useVerificationToken: async (asked: Pick<VerificationToken, 'identifier' | 'token'>) => {
        const used = await sound.useVerificationToken(asked)
        const twin = twins.findIndex(
          ({ identifier, token }) => identifier === asked.identifier && token === asked.token,
        )
        if (used !== null || twin < 0) return used
        return twins.splice(twin, 1)[0] ?? null
      },
    })
    expect((await verdictsOn(lax, UNTYPED)).broken).toEqual([
      'a one-time token that is stored once more is used once all the same',
    ])
  })

  test('finds a passkey that a second one takes the place of', async () => {
    const { broken } = await verdictsOn((sound) => ({
      createAuthenticator: async (authenticator) => {
        await sound.deleteAuthenticator(authenticator.credentialID)
        return sound.createAuthenticator(authenticator)
      },
    }))
    expect(broken).toEqual([
      'a passkey that is there is refused, whosever it would become, and nothing changes',
      'a passkey stored already is an error named UniqueViolation',
    ])
  })

  test('finds a passkey that is looked for and then stored', async () => {
    const { broken } = await verdictsOn((sound) => ({
      createAuthenticator: async (authenticator) => {
        if ((await sound.getAuthenticator(authenticator.credentialID)) !== null)
          throw Object.assign(new Error('known'), { name: 'UniqueViolation', constraint: 'authenticator' })
        await pause()
        await sound.deleteAuthenticator(authenticator.credentialID)
        return sound.createAuthenticator(authenticator)
      },
    }))
    expect(broken).toEqual(['of many who store one passkey at once, one does, and it is theirs'])
  })

  test('leaves uniqueness of passkeys to adapters that promise it', async () => {
    const { skipped } = await verdictsOn(() => ({}), ['hashes-at-rest', 'unique-authenticators'])
    expect(skipped.filter((name) => name.includes('passkey'))).toHaveLength(3)
  })

  test('finds ids of accounts that a collation takes for one another', async () => {
    const { broken } = await verdictsOn((sound) => ({
      getUserByAccount: ({ provider, providerAccountId }) =>
        sound.getUserByAccount({ provider, providerAccountId: providerAccountId.trim().toLowerCase() }),
    }))
    expect(broken).toEqual(['ids of accounts that differ in case, accents or spaces only are different ids'])
  })

  test('finds transactions of which no part can be undone', async () => {
    const { broken } = await verdictsOn((sound) => ({
      transaction: (work) => sound.transaction((inner) => work({ ...inner, transaction: (part) => part(inner) })),
    }))
    expect(broken).toContain('a part of a transaction can fail alone')
  })

  test('finds transactions that keep half', async () => {
    const { broken } = await verdictsOn((sound) => ({ transaction: (work) => work(sound) }))
    expect(broken).toContain('a transaction that fails keeps nothing and passes the failure on')
    expect(broken).toContain('transactions at once do not mix: those that fail undo their own work only')
  })

  test('finds a session that cannot be ended', async () => {
    const { broken } = await verdictsOn(() => ({
      deleteSession: () => null,
    }))
    expect(broken).toContain('deleting and prolonging what is not there is no error and brings nothing back')
  })

  test('finds a method that is missing', async () => {
    const { broken } = await verdictsOn(() => ({ incrementCounter: undefined }))
    expect(broken.filter((name) => name.startsWith('incrementCounter'))).toHaveLength(2)
  })

  test('leaves out what an adapter says it lacks, and says which rules', async () => {
    const { broken, skipped } = await verdictsOn(() => ({}), ['hashes-at-rest', 'transactions'])
    expect(broken).toEqual([])
    expect(skipped).toContain('a part of a transaction can fail alone')
    expect(skipped).toContain('no session token is stored as it is')
  })
})
