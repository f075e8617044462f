import { describe, expect, test } from 'vitest'
import { decideCsrf, type CsrfFacts } from './post.ts'

const TOKEN = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)

type Row = readonly [rule: string, facts: CsrfFacts, decision: 'accepted' | 'refused']

const rows: readonly Row[] = [
  [
    'accepts a same-origin request without a token',
    { provenance: 'same-origin', sent: undefined, cookieToken: undefined, isOwnToken: false },
    'accepted',
  ],
  [
    'accepts the right token without headers',
    { provenance: 'unknown', sent: TOKEN, cookieToken: TOKEN, isOwnToken: true },
    'accepted',
  ],
  [
    'refuses a request with neither headers nor a token',
    { provenance: 'unknown', sent: undefined, cookieToken: TOKEN, isOwnToken: false },
    'refused',
  ],
  [
    'refuses a request with no token in the body and none in the cookie',
    { provenance: 'unknown', sent: undefined, cookieToken: undefined, isOwnToken: false },
    'refused',
  ],
  [
    'treats an empty token as no token',
    { provenance: 'unknown', sent: '', cookieToken: undefined, isOwnToken: false },
    'refused',
  ],
  [
    'refuses a foreign origin with the right token',
    { provenance: 'foreign', sent: TOKEN, cookieToken: TOKEN, isOwnToken: true },
    'refused',
  ],
  [
    'refuses a wrong token from the right origin',
    { provenance: 'same-origin', sent: OTHER, cookieToken: TOKEN, isOwnToken: false },
    'refused',
  ],
  [
    'refuses the token of another browser without headers',
    { provenance: 'unknown', sent: OTHER, cookieToken: TOKEN, isOwnToken: true },
    'refused',
  ],
  [
    'accepts the token of an older form from the right origin',
    { provenance: 'same-origin', sent: OTHER, cookieToken: TOKEN, isOwnToken: true },
    'accepted',
  ],
  [
    'refuses a token that is not a string',
    { provenance: 'same-origin', sent: [TOKEN], cookieToken: TOKEN, isOwnToken: false },
    'refused',
  ],
]

describe('the CSRF check', () => {
  test.each(rows)('%s', (_rule, facts, decision) => {
    expect(decideCsrf(facts)).toBe(decision)
  })
})
