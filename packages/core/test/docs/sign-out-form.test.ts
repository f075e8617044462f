import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/sessions.md'), 'utf8')

test('the form of docs/guides/sessions.md signs the user out and opens its callbackUrl', async () => {
  const [, form = ''] = /^```html .*?\n(.*?)^```$/ms.exec(page) ?? []
  const [, method, action = ''] = /^<form method="(\w+)" action="([^"]+)">/.exec(form) ?? []
  const fields = [...form.matchAll(/<input .*?name="([^"]+)" value="([^"]+)"/g)]
  expect(method).toBe('post')

  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => ({ id: '1', name: 'Ada' }),
  }
  const browser = setUpAuth({ providers: [password] }).browser()
  await browser.post('/auth/callback/password')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })

  const body = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
  const response = await browser.post(action, body)
  expect(new URL(response.headers.get('location') ?? '', ORIGIN).pathname).toBe('/goodbye')
  expect(await browser.session()).toBeNull()
})
