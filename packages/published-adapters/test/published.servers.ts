import 'reflect-metadata'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flows } from './flows.ts'
import { promises, promisesOf } from './promises.ts'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject, type SubjectKind } from './subjects.ts'
import { generated, tableOf } from './table.ts'
import { startProvider, type World, worldOf } from './world.ts'

const servers = openServers()
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startProvider()
}, 60_000)
afterAll(async () => {
  await Promise.all([servers.close(), provider.close()])
})

const results: (readonly string[])[] = []

const runs = (kind: SubjectKind) => {
  let subject: Subject
  let world: World
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    subject = await kind.open(await servers.databaseFor(kind))
    world = worldOf(subject.adapter, provider)
  }, 60_000)
  afterAll(() => subject?.close())

  test.each(flows)('$name', async ({ run }) => {
    await expect(run(world)).resolves.toBeUndefined()
  })

  test('keeps promises that are noted', async () => {
    const kept = await promisesOf(subject.adapter)
    results.push([`\`${kind.name}\``, kind.store, ...promises.map((promise) => (kept.includes(promise) ? 'yes' : '–'))])
    expect(kept.length).toBeLessThanOrEqual(promises.length)
  })
}

describe.each(allSubjects.map((kind) => [kind.name, kind.store, kind] as const))(
  'people over %s on %s, unchanged',
  { timeout: 60_000 },
  (_name, _store, kind) => {
    runs(kind)
  },
)

test('the page about adapters says what they promise', ({ skip }) => {
  skip(results.length < allSubjects.length, 'not all of them could be run here')
  const { written, measured } = generated('promises', tableOf([['adapter', 'over', ...promises], ...results]))
  expect(written).toBe(measured)
})
