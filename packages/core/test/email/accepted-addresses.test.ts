import addressparser from 'nodemailer/lib/addressparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '../../src/protocols/email/address.ts'
import type { EmailConfig } from '../../src/index.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import { location } from '@authwright/test-kit/auth-setup'
import { startWire, type Envelope, type Wire } from './smtp-wire.ts'
import { setUpEmail } from '@authwright/test-kit/email/email-setup'

/** A generator with a seed, so that a failure can be reproduced. */
const makeChance = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const PIECES = [
  'a',
  'B',
  '7',
  '.',
  '+',
  '-',
  '_',
  "'",
  '/',
  '=',
  '{',
  '!',
  '%',
  '&',
  '"',
  ' ',
  ',',
  ';',
  '<',
  '>',
  '(',
  ':',
  '\\',
  '@',
  '\r',
  '\n',
  '\u0000',
  'é',
  'ü',
  '\uff20',
  '\u200b',
  '.test',
  'example',
  '例',
  '\u0430',
  '\u00ad',
  '\ufb01',
  '\u2028',
]

/** A random text that is often a valid address. */
const makeTyped = (random: (below: number) => number): string => {
  const plain = (count: number): string =>
    Array.from({ length: count }, () => PIECES[random(random(4) === 0 ? PIECES.length : 9)]).join('')
  return `${plain(1 + random(8))}@${random(3) === 0 ? plain(3) : `m${random(1000)}`}.test`
}

const readOrNot = (typed: string): string | undefined => {
  try {
    return readAddress(typed)
  } catch {
    return undefined
  }
}

describe('an accepted address', () => {
  test(
    'is one recipient to a second parser, and is stable when normalized again: 100,000 cases',
    { timeout: 60_000 },
    () => {
      const random = makeChance(7)
      const misread: string[] = []
      let accepted = 0
      for (let i = 0; i < 100_000; i += 1) {
        const address = readOrNot(makeTyped(random))
        if (address === undefined) continue
        accepted += 1
        const parsed = addressparser(address)
        const isOne = parsed.length === 1 && parsed[0]?.address === address
        if (!isOne || readOrNot(address) !== address) misread.push(address)
      }
      expect(misread).toEqual([])
      expect(accepted).toBeGreaterThan(20_000)
    },
  )
})

/** Every recipient in the headers of an e-mail, unchanged. */
const recipientsOf = ({ headers }: Envelope): readonly string[] =>
  headers.flatMap((line) => /^(?:to|cc|bcc): *(.*)$/i.exec(line)?.[1] ?? [])

describe('the address of a sent e-mail', () => {
  let wire: Wire
  beforeAll(async () => void (wire = await startWire()))
  afterAll(() => wire.close())

  /** Request e-mails to typed texts. Returns the accepted addresses as checked, stored, linked and sent over the wire. */
  const askFor = async (typed: readonly string[], options: Partial<EmailConfig> = {}) => {
    const before = wire.envelopes.length
    const links: string[] = []
    const { sendVerificationRequest: send, ...entry } = Nodemailer({
      server: wire.url,
      limits: { sends: 1e9 },
      ...options,
    })
    const provider: EmailConfig = {
      ...entry,
      sendVerificationRequest: (params) => {
        links.push(params.url)
        return send(params)
      },
    }
    const setup = setUpEmail({}, { config: { providers: [provider] } })
    const accepted: string[] = []
    for (const email of typed) {
      const response = await setup.browser().post('/auth/signin/nodemailer', { email })
      if (!location(response).includes('error=')) accepted.push(email)
    }
    const stored = [...setup.adapter.state().tokens.values()].map(({ identifier }) => identifier)
    return {
      accepted,
      stored,
      linked: links.map((link) => new URL(link).searchParams.get('email')),
      envelopes: wire.envelopes.slice(before),
    }
  }

  /** Each e-mail has exactly this one recipient. */
  const expectOnly = (envelopes: readonly Envelope[], addresses: readonly string[]): void => {
    expect(envelopes.map(({ recipients }) => recipients)).toEqual(addresses.map((address) => [address]))
    expect(envelopes.map(recipientsOf)).toEqual(addresses.map((address) => [address]))
  }

  test('is the checked one, byte for byte, in the database, the e-mail and its link: 60 cases', async () => {
    const random = makeChance(42)
    const typed = Array.from({ length: 60 }, () => makeTyped(random))
    const sound = typed.flatMap((text) => readOrNot(text) ?? [])
    expect(sound.length).toBeGreaterThan(15)
    const { accepted, stored, linked, envelopes } = await askFor(typed)
    expect(accepted.map((text) => readAddress(text))).toEqual(sound)
    expect(stored).toEqual(sound)
    expect(linked).toEqual(sound)
    expectOnly(envelopes, sound)
  })

  test('keeps upper case if the developer’s normalizer keeps it', async () => {
    const typed = ['Ann@example.org', 'ANN@example.org', "O'Neil+Sign.In@example.org"]
    const { stored, linked, envelopes } = await askFor(typed, { normalizeIdentifier: (address) => address })
    expect(stored).toEqual(typed)
    expect(linked).toEqual(typed)
    expectOnly(envelopes, typed)
  })
})
