import { createTransport, type Transporter } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from './cookie-browser.ts'
import { linksOf, startMailbox, type Mailbox } from './mailbox.ts'

let mailbox: Mailbox
let transport: Transporter

beforeEach(async () => {
  mailbox = await startMailbox()
  transport = createTransport(mailbox.smtpUrl)
})
afterEach(async () => {
  transport.close()
  await mailbox.close()
})

const send = (to: string, subject: string, html?: string) =>
  transport.sendMail({
    from: 'site@example.org',
    to,
    subject,
    text: 'Go to http://localhost:1/?a=1&b=2',
    ...(html ? { html } : {}),
  })

describe('the mailbox', () => {
  test('returns each mail once, the oldest first, and ignores the case of the address', async () => {
    await send('Ada@Example.org', 'one')
    await send('ada@example.org', 'two')
    expect((await mailbox.next('ada@example.org')).subject).toBe('one')
    expect((await mailbox.next('ADA@example.org')).subject).toBe('two')
    expect(mailbox.list()).toHaveLength(2)
  })

  test('waits for a mail', async () => {
    const coming = [mailbox.next('ada@example.org'), mailbox.next('ada@example.org')]
    await send('ada@example.org', 'one')
    await send('ada@example.org', 'two')
    expect((await Promise.all(coming)).map((mail) => mail.subject)).toEqual(['one', 'two'])
  })

  test('rejects with the address when no mail arrives', async () => {
    await expect(mailbox.next('ada@example.org', 1)).rejects.toThrow('no mail for ada@example.org')
  })

  test('linksOf returns the links that a mail program opens', async () => {
    await send('ada@example.org', 'one', '<a href="http://localhost:1/?x=1&amp;y=2">go</a>')
    expect(linksOf(await mailbox.next('ada@example.org'))).toEqual([
      'http://localhost:1/?x=1&y=2',
      'http://localhost:1/?a=1&b=2',
    ])
  })

  test('escapes the text of a mail and shows its HTML in a sandbox', async () => {
    await send('ada@example.org', '<script>alert(1)</script>', '<script>alert(2)</script><p>hello')
    const browser = openBrowser()
    const page = await browser.get(mailbox.url)
    expect(page.body).not.toContain('<script>alert')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^';]+';/)
    expect(page.text).toContain('<script>alert(1)</script>')
    const part = await browser.get(`/mails/${mailbox.list()[0]?.id}.html`)
    expect(part.body).toContain('<p>hello')
    expect(part.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(part.headers.get('content-security-policy')).not.toContain('allow-scripts')
  })

  test('shows the name of the sender, and when the mail arrived in words and exactly', async () => {
    await transport.sendMail({
      from: { name: 'Shop & Sons', address: 'shop@example.org' },
      to: 'ada@example.org',
      subject: 'one',
      text: 'x',
    })
    await send('ada@example.org', 'two')
    const [first, second] = mailbox.list()
    expect(first).toMatchObject({ from: 'shop@example.org', fromName: 'Shop & Sons' })
    expect(second).toMatchObject({ from: 'site@example.org', fromName: '' })
    const { body } = await openBrowser().get(mailbox.url)
    expect(body).toContain('<strong>Shop &amp; Sons</strong>')
    expect(body).toContain('<strong>site@example.org</strong>')
    expect(body).toContain(`<time datetime="${first?.received.toISOString()}" title="`)
    expect(body).toMatch(/title="[^"]*\d:\d\d:[^"]*"\s*>just now</)
    expect(body.match(/<details open>/g)).toHaveLength(1)
  })

  test('serves the mails as JSON', async () => {
    await send('ada@example.org', 'one')
    expect((await openBrowser().get(`${mailbox.url}mails.json`)).json()).toMatchObject([
      { subject: 'one', to: ['ada@example.org'] },
    ])
  })
})
