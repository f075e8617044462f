import { english } from '../../src/i18n/locales/english.ts'
import { emailScript } from '../../src/pages/email-script.ts'
import { passkeyScript } from '../../src/pages/passkey-script.ts'
import { loadParts, renderPage as render, type PageParts, type RenderOptions } from '../../src/pages/render.ts'
import { script } from '../../src/pages/scripts.ts'
import type { Page } from '../../src/types/page-props.ts'
import { everyPageWith } from './pages-with-text.ts'

/** The renderers of all pages. */
const loaded = await Promise.all(
  Object.values(everyPageWith('')).map(
    async ({ page, props }) => [page, (await loadParts(page, props)).render] as const,
  ),
)
const renderers = new Map<string, PageParts['render']>(loaded)

const scripts = { email: script(emailScript), passkey: script(passkeyScript) }

/** Renders a page at once. In English, unless there are messages. */
export const renderPage = (
  { page, props }: Page,
  options: Omit<RenderOptions, 'messages'> & Partial<Pick<RenderOptions, 'messages'>>,
) => {
  const content = renderers.get(page)
  if (content === undefined) throw new Error(`everyPageWith has no page ${page}`)
  return render({ render: content, scripts }, props, { messages: english, ...options })
}
