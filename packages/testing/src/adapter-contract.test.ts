import type { Adapter } from '@gatehouse/core/adapters'
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
    const { broken } = await verdictsOn(() => ({ countAttempt: undefined }))
    expect(broken.filter((name) => name.startsWith('countAttempt'))).toHaveLength(2)
  })

  test('leaves out what an adapter says it lacks, and says which rules', async () => {
    const { broken, skipped } = await verdictsOn(() => ({}), ['hashes-at-rest', 'transactions'])
    expect(broken).toEqual([])
    expect(skipped).toContain('a part of a transaction can fail alone')
    expect(skipped).toContain('no session token is stored as it is')
  })
})
