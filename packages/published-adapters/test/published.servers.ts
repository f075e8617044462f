import 'reflect-metadata'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flows } from './flows.ts'
import { columns, findFulfilled } from './contract-columns.ts'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject, type SubjectKind } from './subjects.ts'
import { generated, tableOf } from '@authwright/test-kit/generated-table'
import { startProvider, type Setup, makeSetup } from './setup.ts'

const servers = openServers()
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startProvider()
}, 60_000)
afterAll(async () => {
  await Promise.all([servers.close(), provider.close()])
})

const results: (readonly string[])[] = []

const defineTests = (kind: SubjectKind) => {
  let subject: Subject
  let setup: Setup
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    subject = await kind.open(await servers.databaseFor(kind))
    setup = makeSetup(subject.adapter, provider)
  }, 60_000)
  afterAll(() => subject?.close())

  test.each(flows)('$name', async ({ run }) => {
    await expect(run(setup)).resolves.toBeUndefined()
  })

  test('fulfills contract rules, which are recorded', async () => {
    const fulfilled = await findFulfilled(subject.adapter)
    results.push([
      `\`${kind.name}\``,
      kind.store,
      ...columns.map((column) => (fulfilled.includes(column) ? 'yes' : '–')),
    ])
    expect(fulfilled.length).toBeLessThanOrEqual(columns.length)
  })
}

describe.each(allSubjects.map((kind) => [kind.name, kind.store, kind] as const))(
  'the unchanged adapter %s on %s',
  { timeout: 60_000 },
  (_name, _store, kind) => {
    defineTests(kind)
  },
)

test('docs/reference/published-adapters.md has the results', ({ skip }) => {
  skip(results.length < allSubjects.length, 'not all adapters could be run on this machine')
  const { written, measured } = generated(
    'reference/published-adapters.md',
    'promises',
    tableOf([['adapter', 'over', ...columns], ...results]),
  )
  expect(written).toBe(measured)
})
