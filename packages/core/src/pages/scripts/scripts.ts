import { passkeyScript } from '../../protocols/webauthn/page-script.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { script } from '../markup/script.ts'
import { busy } from './busy.ts'
import { find } from './find.ts'
import { submitNow } from './submit-now.ts'

/** What a page has that a script makes better, or works by. */
export type Need = 'find' | 'form' | 'passkey' | 'repost'

const sources: Readonly<Record<Need, Markup>> = {
  // First, since a submit that it holds back is not yet one that was sent.
  passkey: script(passkeyScript),
  form: busy,
  find,
  repost: submitNow,
}

/** The scripts of a page in one, or nothing. */
export const scripts = (needs: readonly Need[]): Markup | undefined => {
  if (needs.length === 0) return undefined
  return html`${needs.map((need) => html`${sources[need]};`)}`
}
