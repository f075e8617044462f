import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import { mailSamples, mailTheme } from './mail-samples.ts'

/*
 * Writes every e-mail as HTML, text and pictures: `npm run mails`, or `npm run mails <folder>`. With a second argument
 * (`npm run mails docs/screenshots documented`) it writes the pictures of the documentation only.
 */
const [folder = 'mail-previews', selection] = process.argv.slice(2)

/** The documentation shows these on a phone and from right to left, too. */
const onAllDisplays = new Set(['sign-in-code', 'sign-in-link', 'passkey-added', 'email-changed'])
const alwaysShown = new Set(['light', 'dark'])

const displays = {
  light: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'en' },
  dark: { options: { colorScheme: 'dark', viewport: { width: 640, height: 480 } }, lang: 'en' },
  phone: { options: { colorScheme: 'light', viewport: { width: 360, height: 640 } }, lang: 'de' },
  rtl: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'ar' },
} as const

/** The logo of the theme of the samples. No request leaves the browser. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="40" height="40" rx="10" fill="#5b3df5"/><path d="M12 29 20 11l8 18" fill="none" stroke="#fff" stroke-width="4"/><text x="50" y="28" font-family="sans-serif" font-size="22" font-weight="700" fill="#5b3df5">Acme</text></svg>`

const { browser, reason } = await launchBrowser()
if (browser === null) throw new Error(`No browser: ${reason}`)
await mkdir(folder, { recursive: true })
for (const [display, { options, lang }] of Object.entries(displays)) {
  const messages = await builtInCatalog.load(lang)
  const context = await browser.newContext(options)
  await context.route('**/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }))
  const tab = await context.newPage()
  for (const [name, render] of Object.entries(mailSamples)) {
    if (selection !== undefined && !onAllDisplays.has(name) && !alwaysShown.has(display)) continue
    const { subject, text, html } = render(messages, mailTheme)
    await tab.setContent(html)
    await tab.screenshot({ path: join(folder, `mail-${name}-${display}.png`), fullPage: true })
    if (selection !== undefined) continue
    await writeFile(join(folder, `mail-${name}-${lang}.html`), html)
    await writeFile(join(folder, `mail-${name}-${lang}.txt`), `Subject: ${subject}\n\n${text}`)
  }
  await context.close()
}
await browser.close()
console.log(`Wrote the e-mails to ${folder}`)
