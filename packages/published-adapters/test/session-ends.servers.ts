import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { sessionRules } from '@authwright/test-kit/sessions/session-rules'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject } from './subjects.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const servers = openServers()
afterAll(() => servers.close())

const cases = allSubjects
  .filter(({ name, store }) => /pg-adapter|drizzle|prisma|mongodb/.test(name) && store !== 'MariaDB')
  .map((kind) => [kind.name, kind.store, kind] as const)

describe.each(cases)('sessions through %s over %s', (_name, _store, kind) => {
  let subject: Subject
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason === null) subject = await kind.open(await servers.databaseFor(kind))
  }, 60_000)
  afterAll(() => subject?.close())

  sessionRules(() => ({ adapter: subject.adapter, provider }))

  test.each(['database', 'jwt'] as const)('revokeSessions says what the adapter lacks (%s)', async (strategy) => {
    const { auth } = setUpAuth({ adapter: subject.adapter, session: { strategy } })
    await expect(auth.revokeSessions('1')).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
  })
})
