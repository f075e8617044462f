import { describe, expect, test } from 'vitest'
import { decideProof } from './guard.ts'
import type { ProofFacts } from './guard.ts'

const TOKEN = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)

type Row = readonly [rule: string, facts: ProofFacts, verdict: 'proven' | 'refused']

const rows: readonly Row[] = [
  [
    'the browser’s word alone is enough',
    { provenance: 'same-origin', sent: undefined, kept: undefined, genuine: false },
    'proven',
  ],
  ['the token alone is enough', { provenance: 'unknown', sent: TOKEN, kept: TOKEN, genuine: true }, 'proven'],
  ['neither is nothing', { provenance: 'unknown', sent: undefined, kept: TOKEN, genuine: false }, 'refused'],
  [
    'nothing equals nothing, and still proves nothing',
    { provenance: 'unknown', sent: undefined, kept: undefined, genuine: false },
    'refused',
  ],
  ['an empty token is none', { provenance: 'unknown', sent: '', kept: undefined, genuine: false }, 'refused'],
  [
    'a foreign origin is refused with the right token',
    { provenance: 'foreign', sent: TOKEN, kept: TOKEN, genuine: true },
    'refused',
  ],
  [
    'a wrong token is refused from the right origin',
    { provenance: 'same-origin', sent: OTHER, kept: TOKEN, genuine: false },
    'refused',
  ],
  [
    'a token of another browser needs the browser’s word',
    { provenance: 'unknown', sent: OTHER, kept: TOKEN, genuine: true },
    'refused',
  ],
  [
    'a form older than the cookie passes with the browser’s word',
    { provenance: 'same-origin', sent: OTHER, kept: TOKEN, genuine: true },
    'proven',
  ],
  [
    'a token that is no text is refused',
    { provenance: 'same-origin', sent: [TOKEN], kept: TOKEN, genuine: false },
    'refused',
  ],
]

describe('a request that changes something', () => {
  test.each(rows)('%s', (_rule, facts, decision) => {
    expect(decideProof(facts)).toBe(decision)
  })
})
