import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'
import { adapter, database } from './shown/adapter.ts'
import { config } from './shown/roles.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/roles.md'), 'utf8')
const statements = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, statement = '']) => statement)

test('the statements of docs/guides/roles.md make a user an administrator', async () => {
  const [addColumn = '', makeAdministrator = '', ...others] = statements
  expect(others).toStrictEqual([])
  await adapter.migrate()
  database.exec(addColumn)

  const user = await adapter.createUser({ id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: null })
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => user,
  }
  const setup = setUpAuth({ ...config, providers: [password], session: { strategy: 'database' } })
  const browser = setup.browser()
  await browser.post('/auth/callback/password')
  expect(await browser.session()).toMatchObject({ user: { id: user.id, role: null } })

  database.exec(makeAdministrator)
  expect(await browser.session()).toMatchObject({ user: { id: user.id, role: 'admin' } })
})
