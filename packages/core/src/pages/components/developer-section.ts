import type { ErrorDetails } from '../../errors/error-details.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import type { PageContent } from '../document.ts'
import { css } from '../markup/css.ts'
import { html } from '../markup/html.ts'

const rules = css`
  .development {
    margin-block-start: 1.5rem;
    padding-block-start: 1rem;
    border-block-start: 1px solid var(--border);
    font-size: 0.875rem;
  }
  .development pre {
    margin: 0 0 0.75rem;
    font-size: 0.8125rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`

/** The page with what failed and what to do below its content. In English, for the developer. */
export const withErrorDetails = (content: PageContent, details: ErrorDetails | undefined): PageContent => {
  if (details === undefined) return content
  const body = html`${content.body}
    <section class="development" lang="en" dir="ltr" aria-label="Details of the error">
      <p class="muted">Only development servers show this. With debug: true, the terminal has the lines of the code.</p>
      <pre>${details.text}</pre>
      <p><a href="${pageUrl(details.docs)}">Documentation of this error</a></p>
    </section>`
  return { ...content, body, rules: html`${content.rules}${rules}` }
}
