import { adapterContract } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { kyselySchema, type DatabaseSchema } from '../src/schemas.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

/** The documented tables of `@auth/kysely-adapter` on MySQL, in a collation that ignores case and accents. */
const mysqlStatements = [
  `create table User (id varchar(36) primary key, name varchar(255), email varchar(255) not null unique,
    emailVerified datetime(3), image varchar(255)) character set utf8mb4 collate utf8mb4_general_ci`,
  `create table Account (id varchar(36) primary key, userId varchar(36) not null, type varchar(255) not null,
    provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token text, access_token text,
    expires_at bigint, token_type varchar(255), scope varchar(255), id_token text, session_state varchar(255),
    foreign key (userId) references User (id) on delete cascade) character set utf8mb4 collate utf8mb4_general_ci`,
  `create table Session (id varchar(36) primary key, userId varchar(36) not null, sessionToken varchar(255) not null unique,
    expires datetime(3) not null, foreign key (userId) references User (id) on delete cascade)
    character set utf8mb4 collate utf8mb4_general_ci`,
  `create table VerificationToken (identifier varchar(255) not null, token varchar(255) not null unique,
    expires datetime(3) not null) character set utf8mb4 collate utf8mb4_general_ci`,
  `insert into User values ('old', 'Old', 'Old@Example.org', null, null)`,
  `insert into Session values ('s', 'old', 'a token in clear', '2040-01-01 00:00:00.000')`,
]

const sqliteStatements = [
  `create table User (id text primary key, name text, email text not null unique, emailVerified text, image text)`,
  `create table Account (id text primary key, userId text not null references User (id) on delete cascade,
    type text not null, provider text not null, providerAccountId text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text)`,
  `create table Session (id text primary key, userId text not null references User (id) on delete cascade,
    sessionToken text not null unique, expires text not null)`,
  `create table VerificationToken (identifier text not null, token text not null unique, expires text not null)`,
  `insert into User values ('old', 'Old', 'Old@Example.org', null, null)`,
  `insert into Session values ('s', 'old', 'a token in clear', '2040-01-01T00:00:00.000Z')`,
]

const defineTests = (kind: EngineKind, statements: readonly string[], schema: DatabaseSchema) => {
  const reason = kind.whyNot()
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    for (const statement of statements) await engine.query(statement)
    adapter = engine.adapter({ schema })
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })

  test('continues an existing session, and finds an existing e-mail address in any case', async () => {
    const found = await adapter.getSessionAndUser('a token in clear')
    expect(found).toMatchObject({ user: { id: 'old' }, session: { expires: new Date('2040-01-01T00:00:00.000Z') } })
    expect(await adapter.getUserByEmail('OLD@example.org')).toMatchObject({ id: 'old', email: 'Old@Example.org' })
    const doubled = { id: 'new', email: 'old@example.org', emailVerified: null }
    await expect(adapter.createUser(doubled)).rejects.toMatchObject({ constraint: 'email' })
  })

  test('does not find an e-mail address that is equal only by the collation', async () => {
    await adapter.createUser({ id: 'jose', email: 'jose@example.org', emailVerified: null })
    expect(await adapter.getUserByEmail('josé@example.org')).toBeNull()
    expect(await adapter.getUserByEmail('Jose@Example.org')).toMatchObject({ id: 'jose' })
  })

  test('compares tokens and account ids byte by byte, whatever the collation', async () => {
    for (const token of ['A token in clear', 'a token in clear ', 'á token in clear'])
      expect(await adapter.getSessionAndUser(token)).toBeNull()
    await adapter.linkAccount({ provider: 'p', providerAccountId: 'resume', type: 'oidc', userId: 'old' })
    for (const providerAccountId of ['Resume', 'résumé', 'resume '])
      expect(await adapter.getUserByAccount({ provider: 'p', providerAccountId })).toBeNull()
  })

  adapterContract({
    test,
    rounds: 5,
    make: () => ({ adapter }),
    without: ['hashes-at-rest', 'revocation', 'delayed-deletion', 'session-origins'],
  })
}

describe('existing tables on MariaDB', { timeout: 60_000 }, () => {
  defineTests(engines.mariadb, mysqlStatements, kyselySchema)
})

describe('existing tables on SQLite', { timeout: 60_000 }, () => {
  defineTests(engines.sqlite, sqliteStatements, { ...kyselySchema, instants: 'iso' })
})
