import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANN, setUpEmail } from '@authwright/test-kit/email/email-setup'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/email.md'), 'utf8')

test('the form of docs/guides/email.md signs a user in with a code', async () => {
  const [, form = ''] = /^```html .*?\n(.*?)^```$/ms.exec(page) ?? []
  const [, method, action = ''] = /^<form method="(\w+)" action="([^"]+)">/.exec(form) ?? []
  const names = [...form.matchAll(/<input name="([^"]+)"/g)].map(([, name = '']) => name)
  expect(method).toBe('post')

  const setup = setUpEmail({ id: 'nodemailer', mode: 'code' })
  const browser = setup.browser()
  await browser.post('/auth/signin/nodemailer', { email: ANN })
  const code = setup.mails.at(-1)?.code ?? ''
  await browser.post(action, Object.fromEntries(names.map((name) => [name, code])))
  expect(await browser.session()).toMatchObject({ user: { email: ANN } })
})
