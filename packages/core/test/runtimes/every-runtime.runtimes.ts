import { afterAll, beforeAll, test } from 'vitest'
import { entries, machines, plainWorkerd } from './machines.ts'
import { check, makeStage, type Stage } from './run.ts'

const member = (alg: number) => ({ signedUp: `${alg}@example.org`, signedIn: `${alg}@example.org`, attacker: null })
const sealed = { opened: 'ann@example.org', altered: null }

const outcome = {
  origin: 'https://app.example.com',
  // All of them have `node:crypto`; `engines` below tests Web Cryptography too.
  engine: 'node',
  password: { forged: null, wrong: null, right: 'ann@example.org', after: null },
  link: { to: 'bob@example.org', opened: 'https://app.example.com', session: 'bob@example.org' },
  passkeys: { EdDSA: member(-8), ES256: member(-7), RS256: member(-257) },
  engines: { ownThenWeb: sealed, webThenOwn: sealed, webAlone: sealed },
  // The forged token and the attacker's three signatures. A wrong password is no error.
  errors: ['MissingCSRF', ...Array<string>(3).fill('WebAuthnVerificationError')],
}

let stage: Stage
beforeAll(async () => {
  stage = await makeStage(['scenario.ts', 'cookies.ts'], entries)
})
afterAll(() => stage.close())

test.for(machines)('passwords, links, passkeys and sealed cookies work on $name', (machine, context) =>
  check(machine, stage, outcome, context),
)

test('passwords and sealed cookies work on workerd without nodejs_compat', (context) =>
  check(plainWorkerd, stage, { engine: 'web', engines: outcome.engines }, context))
