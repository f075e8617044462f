import { describe } from 'vitest'
import { pendingPasskeyRules } from '@authwright/test-kit/webauthn/pending-passkeys'
import type { SqlAdapter } from '../src/index.ts'
import { engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

describe.each([engines.sqlite, engines.pglite])('a passkey that waits for its e-mail, over $name', (kind) => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open))
  pendingPasskeyRules(() => adapter)
})
