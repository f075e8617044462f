import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, startOp, type Op } from '../oauth/op.ts'
import { makeClock } from '@authwright/test-kit/auth-setup'
import { databaseEntries, databaseMachines } from './database-machines.ts'
import { check, makeStage, type Stage } from './run.ts'

const outcome = {
  opened: '/members',
  forged: '/auth/signin?error=OAuthCallbackError&reference=<reference>',
  isOneUser: true,
  lasts: 60_000,
  signedOut: [null, null],
  stillThere: 'ann@example.org',
  errors: ['OAuthCallbackError'],
  contract: { isWhole: true, broken: [] },
}

let op: Op
let stage: Stage
beforeAll(async () => {
  op = await startOp()
  const now = makeClock().now()
  op.now = () => now / 1000
  // Every user is Ann, and consents.
  op.tamper.reply = (path, { query }) => {
    if (path !== '/authorize') return undefined
    const back = op.consent(new URL(`${op.issuer}${path}?${query}`))
    return { status: 302, headers: { location: `${query.get('redirect_uri')}?${back}` } }
  }
  const provider = { issuer: op.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  stage = await makeStage(['database.ts'], databaseEntries(provider))
})
afterAll(async () => {
  await stage.close()
  await op.close()
})

test.for(databaseMachines(new URL('http://127.0.0.1')))(
  'OAuth sign-in, database sessions and the adapter contract work on $name',
  async ({ name }, context) => {
    op.seen.length = 0
    const machine = databaseMachines(new URL(op.issuer)).find((one) => one.name === name)
    if (machine === undefined) throw new Error(`There is no runtime ${name}`)
    await check(machine, stage, outcome, context)
    // The discovery document and the keys are fetched once, a code for each of three attempts.
    const calls = [
      '/.well-known/openid-configuration',
      '/authorize',
      '/authorize',
      '/authorize',
      '/jwks',
      '/token',
      '/token',
      '/token',
    ]
    expect(op.paths().toSorted()).toEqual(calls)
  },
)
