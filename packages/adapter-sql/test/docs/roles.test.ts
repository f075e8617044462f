import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'
import { adapter, database } from './shown/adapter.ts'
import { config } from './shown/roles.ts'
import { saveTheme } from './shown/save-theme.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/roles.md'), 'utf8')
const statements = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, statement = '']) => statement)

test('the code of docs/guides/roles.md makes a user an administrator, and stores what the user chooses', async () => {
  const [addColumn = '', makeAdministrator = '', addTheme = '', ...others] = statements
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

  database.exec(addTheme)
  await saveTheme(user.id, 'dark')
  expect(await adapter.getUser(user.id)).toMatchObject({ role: 'admin', theme: 'dark' })
  await saveTheme(user.id, { role: 'admin' })
  expect(await adapter.getUser(user.id)).toMatchObject({ theme: 'light' })
})
