import { expect, test } from 'vitest'
import { renderNotification, renderSignInMessage, type MessageContents } from '../../src/pages/mails/mail.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { setUpEmail } from '@authwright/test-kit/email/email-setup'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { PAYLOADS } from './payloads.ts'

const LINK = `${ORIGIN}/auth/callback/email?token=t`
const calm: MessageContents = {
  origin: ORIGIN,
  url: LINK,
  code: 'BCDF-GHJK',
  seconds: 900,
  requestedFrom: { browser: 'Chrome', system: 'Windows' },
  requestedAt: 0,
}

/** The tags of a mail, without their text and without the URL of the link. */
const tagsOf = (html: string): readonly string[] =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/href="[^"]*"/, 'href=""')).filter((tag) => tag !== '<br>')

const linksOf = (html: string): readonly (string | undefined)[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)

test.each(PAYLOADS)('hostile text in any placeholder of a mail stays text: %s', (payload) => {
  const expected = tagsOf(renderSignInMessage(calm, english, {}).html)
  const { html: ofName, subject } = renderSignInMessage(calm, english, { name: payload })
  expect(tagsOf(ofName)).toEqual(expected)
  expect(subject).not.toMatch(/\p{Cc}/u)
  const requestedFrom = { browser: payload, system: payload }
  for (const contents of [{ url: payload }, { code: payload }, { requestedFrom }])
    expect(tagsOf(renderSignInMessage({ ...calm, ...contents }, english, {}).html)).toEqual(expected)
  const linked = (name: string) => ({ ...calm, url: LINK, change: { kind: 'linked', name } }) as const
  expect(tagsOf(renderNotification(linked(payload), english, {}).html)).toEqual(
    tagsOf(renderNotification(linked('GitHub'), english, {}).html),
  )
  const theme = { brandColor: payload, buttonText: payload, logo: payload }
  expect(renderSignInMessage(calm, english, theme).html).toBe(renderSignInMessage(calm, english, {}).html)
})

test('no request adds lines to a mail or changes the site of its link', async () => {
  const setup = setUpEmail({ mode: 'both' })
  const render = async (fields: Record<string, string>) => {
    await setup.browser().post('/auth/signin/email', fields)
    const { url, code, confirmUrl, message } = setup.mails.at(-1) ?? {}
    if (message === undefined) throw new Error('no mail was sent')
    return { url, code, confirmUrl, ...message }
  }
  const shapeOf = ({ text, url = '', code = '', confirmUrl = '' }: Awaited<ReturnType<typeof render>>): string =>
    text.replace(url, 'URL').replace(code, 'CODE').replace(confirmUrl, 'CONFIRM')
  const expected = await render({ email: 'ann@example.org' })
  for (const [index, payload] of PAYLOADS.entries()) {
    const email = `ann${index}@example.org`
    const mail = await render({ email, callbackUrl: payload, host: payload, name: payload, theme: payload })
    expect(shapeOf(mail)).toBe(shapeOf(expected))
    expect(mail.subject.replace(mail.code ?? '', '')).toBe(expected.subject.replace(expected.code ?? '', ''))
    const url = mail.url?.replaceAll('&', '&amp;')
    expect(linksOf(mail.html)).toEqual([url, url, mail.confirmUrl])
    expect(mail.confirmUrl?.startsWith(`${ORIGIN}/auth/confirm-browser?token=`)).toBe(true)
    expect(mail.url?.startsWith(`${ORIGIN}/auth/callback/email?`)).toBe(true)
    expect(mail.url).toMatch(/^[\w:/.?&=%~+-]+$/)
  }
})

test.each(['an%00n@example.org', 'ann@exam%00ple.org'])(
  'does not look up an address that databases reject: %s',
  async (email) => {
    const asked: unknown[] = []
    const useVerificationToken = (token: unknown): null => {
      asked.push(token)
      return null
    }
    const { browser, refusals } = setUpEmail({}, { adapter: { useVerificationToken } })
    const query = `token=${'a'.repeat(64)}&email=${email}`
    const visitor = browser()
    const opened = location(await visitor.get(`/auth/callback/email?${query}`))
    const pressed = location(await visitor.post('/auth/callback/email', Object.fromEntries(new URLSearchParams(query))))
    expect([opened, pressed]).toStrictEqual(Array(2).fill(`${ORIGIN}/auth/error?error=Verification`))
    expect(refusals).toMatchObject(Array(2).fill({ details: { reason: 'incomplete' } }))
    expect(asked).toStrictEqual([])
  },
)
