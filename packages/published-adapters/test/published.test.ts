import 'reflect-metadata'
import type { IdentityProvider } from '@gatehouse/testing/identity-provider'
import { type DatabaseServer, startPostgres } from '@gatehouse/testing/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flows } from './flows.ts'
import { promises, promisesOf } from './promises.ts'
import { type Subject, type SubjectKind, subjects } from './subjects.ts'
import { generated, tableOf } from './table.ts'
import { startProvider, type World, worldOf } from './world.ts'

let server: DatabaseServer
let provider: IdentityProvider
beforeAll(async () => {
  ;[server, provider] = await Promise.all([startPostgres(), startProvider()])
}, 60_000)
afterAll(async () => {
  await Promise.all([server.close(), provider.close()])
})

const results: (readonly string[])[] = []

const runs = (kind: SubjectKind) => {
  let subject: Subject
  let world: World
  beforeAll(async () => {
    subject = await kind.open(await server.createDatabase())
    world = worldOf(subject.adapter, provider)
  }, 60_000)
  afterAll(() => subject.close())

  test.each(flows)('$name', async ({ run }) => {
    await expect(run(world)).resolves.toBeUndefined()
  })

  test('keeps promises that are noted', async () => {
    const kept = await promisesOf(subject.adapter)
    results.push([`\`${kind.name}\``, kind.store, ...promises.map((promise) => (kept.includes(promise) ? 'yes' : '–'))])
    expect(kept.length).toBeLessThanOrEqual(promises.length)
  })
}

describe.each(subjects.map((kind) => [kind.name, kind] as const))(
  'people over %s, unchanged',
  { timeout: 60_000 },
  (_name, kind) => {
    runs(kind)
  },
)

test('the page about adapters says what they promise', () => {
  const { written, measured } = generated('promises', tableOf([['adapter', 'over', ...promises], ...results]))
  expect(written).toBe(measured)
})
