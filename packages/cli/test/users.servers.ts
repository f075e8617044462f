import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { installedModules } from '@authwright/test-kit/installed-application'
import { expect, onTestFinished, test } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')

/** An application with two users in a SQLite file. */
const makeApplication = async (strategy = 'database') => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(installedModules, join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'auth.ts'),
    `import { appendFileSync } from 'node:fs'
     import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
     const endpoints = { authorization: 'https://a.example/a', token: 'https://a.example/t', userinfo: 'https://a.example/u' }
     export const config = {
       secret: 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw',
       providers: [
         { id: 'github', type: 'oauth', clientId: 'app', clientSecret: 'canary-client', ...endpoints },
         { id: 'gitlab', type: 'oauth', clientId: 'app', clientSecret: 'canary-client', ...endpoints },
       ],
       adapter: sqliteAdapter({ path: import.meta.dirname + '/app.db' }),
       session: { strategy: '${strategy}' },
       events: {
         deleteUser: ({ user }) => appendFileSync(import.meta.dirname + '/events', user.email),
         unlinkAccount: ({ account }) => appendFileSync(import.meta.dirname + '/unlinked', account.access_token),
       },
     }`,
  )
  const adapter = sqliteAdapter({ path: join(folder, 'app.db') })
  onTestFinished(() => adapter.close())
  const ada = await adapter.createUser({ id: '1', name: 'Ada', email: 'ada@example.org', emailVerified: null })
  const ann = await adapter.createUser({ id: '2', name: 'Ann', email: 'ann@example.org', emailVerified: null })
  const expires = new Date('2090-01-01')
  await adapter.createSession({
    sessionToken: 'canary-token',
    userId: ada.id,
    expires,
    browser: 'Firefox',
    system: 'Linux',
  })
  await adapter.createSession({ sessionToken: 'token-of-ann', userId: ann.id, expires })
  const account = { provider: 'github', type: 'oauth', providerAccountId: 'a1', access_token: 'canary-access' } as const
  await adapter.linkAccount({ ...account, userId: ada.id })
  const authwright = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ['--conditions=authwright-source', main, ...args, '--cwd', folder])
  return { folder, adapter, ada, ann, authwright }
}

test('shows a user by e-mail address or id, and no token', async () => {
  const { authwright, ada } = await makeApplication()
  const { stdout } = await authwright('users', 'show', 'Ada@example.org', '--json')
  const accounts = [{ provider: 'github', type: 'oauth', providerAccountId: 'a1' }]
  const user = { id: ada.id, name: 'Ada', email: 'ada@example.org', emailVerified: null }
  const session = {
    handle: expect.stringMatching(/^[\da-f]{12}$/) as string,
    browser: 'Firefox',
    system: 'Linux',
    createdAt: null,
    expires: '2090-01-01T00:00:00.000Z',
  }
  const shown = { ok: true, command: 'users', user, accounts, passkeys: [], sessions: [session] }
  expect(JSON.parse(stdout)).toEqual(shown)
  const { stdout: text } = await authwright('users', 'show', ada.id)
  expect(text).toContain('accounts       github  a1\n')
  const { stdout: sessions } = await authwright('sessions', 'list', ada.id)
  expect(sessions).toMatch(/^[\da-f]{12} {2}Firefox on Linux {2}unknown {4}2090-01-01 00:00 UTC$/m)
  const { stdout: exported } = await authwright('users', 'export', ada.id)
  expect(JSON.parse(exported)).toMatchObject({ user: { ...user, image: null }, accounts, passkeys: [] })
  expect(stdout + text + sessions + exported).not.toContain('canary')
})

test('deletes a user with everything that belongs to it, and calls the event', async () => {
  const { authwright, adapter, ada, ann, folder } = await makeApplication()
  await expect(authwright('users', 'delete', 'ada@example.org')).rejects.toMatchObject({ code: 2 })
  expect(await adapter.getUser(ada.id)).not.toBeNull()
  await authwright('users', 'delete', 'ada@example.org', '--yes')
  expect(await adapter.getUser(ada.id)).toBeNull()
  expect(await adapter.getSessionAndUser('canary-token')).toBeNull()
  expect(await adapter.getAccount('a1', 'github')).toBeNull()
  expect(await adapter.getUser(ann.id)).not.toBeNull()
  expect(readFileSync(join(folder, 'events'), 'utf8')).toBe('ada@example.org')
  await expect(authwright('users', 'delete', 'ada@example.org', '--yes')).rejects.toMatchObject({ code: 1 })
})

test('opens a database with a relative path in the folder of --cwd', async () => {
  const { folder, adapter } = await makeApplication()
  const config = readFileSync(join(folder, 'auth.ts'), 'utf8')
  writeFileSync(join(folder, 'auth.ts'), config.replace("import.meta.dirname + '/app.db'", "'app.db'"))
  const caller = join(folder, 'elsewhere')
  mkdirSync(caller)
  const authwright = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ['--conditions=authwright-source', main, ...args, '--cwd', '..'], {
      cwd: caller,
    })
  expect((await authwright('users', 'show', 'ada@example.org')).stdout).toContain('Ada')
  expect((await authwright('migrate', 'app.db', '--status')).stdout).toBe('up to date\n')
  await authwright('users', 'delete', 'ada@example.org', '--yes')
  expect(await adapter.getUserByEmail('ada@example.org')).toBeNull()
  expect(existsSync(join(caller, 'app.db'))).toBe(false)
})

test('ends the sessions of one user', async () => {
  const { authwright, adapter, ada } = await makeApplication()
  await expect(authwright('sessions', 'end', ada.id)).rejects.toMatchObject({ code: 2 })
  await authwright('sessions', 'end', ada.id, '--yes')
  expect(await adapter.getSessionAndUser('canary-token')).toBeNull()
  expect(await adapter.getSessionAndUser('token-of-ann')).not.toBeNull()
})

/** The handles of the sessions of a user by their browsers. */
const readHandles = async (authwright: (...args: readonly string[]) => Promise<{ stdout: string }>, user: string) => {
  const { stdout } = await authwright('sessions', 'list', user, '--json')
  const { sessions } = JSON.parse(stdout) as { readonly sessions: readonly { handle: string; browser: string }[] }
  return Object.fromEntries(sessions.map(({ handle, browser }) => [browser, handle]))
}

test('ends one session by its handle, or all but one', async () => {
  const { authwright, adapter, ada } = await makeApplication()
  const expires = new Date('2090-01-01')
  for (const browser of ['Safari', 'Chrome'])
    await adapter.createSession({ sessionToken: `token of ${browser}`, userId: ada.id, expires, browser })
  const { Safari = '', Firefox = '' } = await readHandles(authwright, ada.id)
  await authwright('sessions', 'end', ada.id, '--only', Safari, '--yes')
  expect(Object.keys(await readHandles(authwright, ada.id)).toSorted()).toEqual(['Chrome', 'Firefox'])
  await authwright('sessions', 'end', ada.id, '--except', Firefox, '--yes')
  expect(Object.keys(await readHandles(authwright, ada.id))).toEqual(['Firefox'])
  expect(await adapter.getSessionAndUser('canary-token')).not.toBeNull()
  expect(await adapter.getSessionAndUser('token-of-ann')).not.toBeNull()
})

test('unlinks an account with its sessions, and keeps the last one', async () => {
  const { authwright, adapter, ada, folder } = await makeApplication()
  const unlink = (...args: readonly string[]) => authwright('users', 'unlink', 'ada@example.org', ...args, '--yes')
  await expect(unlink('github')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the last sign-in method'),
  })
  expect(await adapter.getAccount('a1', 'github')).not.toBeNull()
  await adapter.linkAccount({ provider: 'gitlab', type: 'oauth', providerAccountId: 'l1', userId: ada.id })
  await unlink('github')
  expect(await adapter.getAccount('a1', 'github')).toBeNull()
  expect(await adapter.getAccount('l1', 'gitlab')).not.toBeNull()
  expect(await adapter.getSessionAndUser('canary-token')).toBeNull()
  expect(await adapter.getSessionAndUser('token-of-ann')).not.toBeNull()
  expect(readFileSync(join(folder, 'unlinked'), 'utf8')).toBe('canary-access')
})

test('ends sessions in cookies by the date of the user', async () => {
  const { authwright, adapter, ada } = await makeApplication('jwt')
  const { stdout } = await authwright('sessions', 'end', 'ada@example.org', '--yes', '--json')
  expect(JSON.parse(stdout)).toEqual({ ok: true, command: 'sessions', userId: ada.id, ended: true })
  expect((await adapter.getUser(ada.id))?.sessionsRevokedAt).toBeInstanceOf(Date)
})

test('names what is missing: a task, a user, an adapter, a database', async () => {
  const { authwright, folder } = await makeApplication()
  await expect(authwright('users', 'list', 'ada@example.org')).rejects.toMatchObject({ code: 2 })
  await expect(authwright('sessions', 'end')).rejects.toMatchObject({ code: 2 })
  await expect(authwright('users', 'show', 'grace@example.org')).rejects.toMatchObject({ code: 1 })
  writeFileSync(join(folder, 'auth.ts'), 'export const config = { providers: [] }')
  await expect(authwright('users', 'show', '1')).rejects.toMatchObject({ code: 2 })
  const broken = "getUser: () => { throw new Error('down') }, getUserByEmail() {}"
  writeFileSync(join(folder, 'auth.ts'), `export const config = { providers: [], adapter: { ${broken} } }`)
  await expect(authwright('users', 'show', '1')).rejects.toMatchObject({ code: 4 })
})

test('doctor leaves a database without tables as it is', async () => {
  const { authwright, folder } = await makeApplication()
  writeFileSync(
    join(folder, 'auth.ts'),
    readFileSync(join(folder, 'auth.ts'), 'utf8').replace("app.db'", "new.db', migrate: false"),
  )
  const failure: unknown = await authwright('doctor', '--offline', '--only', 'database').catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining('the database lacks: initial schema') })
  expect(failure).toMatchObject({ stdout: expect.stringContaining(' 1 warning, 0 failures') })
  const fresh = sqliteAdapter({ path: join(folder, 'new.db'), migrate: false })
  expect(await fresh.pendingMigrations()).toContain('initial schema')
  await fresh.close()
})
