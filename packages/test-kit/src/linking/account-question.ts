import type { TestBrowser } from '../auth-setup.ts'
import { location, ORIGIN } from '../auth-setup.ts'

export const CHOOSE = `${ORIGIN}/auth/choose-account`

export type Choice = 'sign-in' | 'connect' | 'stay'

/** What the page with the question says and offers. */
export interface QuestionPage {
  readonly text: string
  /** The labels of the buttons by their choice, the main button first. */
  readonly buttons: Readonly<Partial<Record<Choice, string>>>
  readonly question: string
  readonly csrfToken: string
}

const findField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** Read the page with the question. */
export const readQuestion = async (browser: TestBrowser): Promise<QuestionPage> => {
  const html = await (await browser.get('/auth/choose-account')).text()
  const buttons = [...html.matchAll(/name="choice" value="([a-z-]+)"[^>]*>([^]*?)<\/button>/g)]
  return {
    text: html
      .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' '),
    buttons: Object.fromEntries(
      buttons.map(([, value = '', label = '']) => [value, label.replaceAll(/<[^>]*>/g, '').trim()]),
    ),
    question: findField(html, 'question'),
    csrfToken: findField(html, 'csrfToken'),
  }
}

/** Press a button of the page. Returns the URL of the redirect. */
export const choose = async (
  browser: TestBrowser,
  choice: Choice,
  page?: Pick<QuestionPage, 'question' | 'csrfToken'>,
): Promise<string> => {
  const { question, csrfToken } = page ?? (await readQuestion(browser))
  return location(await browser.post('/auth/choose-account', { choice, question, csrfToken }))
}
