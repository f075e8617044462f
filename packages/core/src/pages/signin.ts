import type { PageProvider, SigninProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import type { Markup } from './markup/html.ts'
import { ERROR_ID, errorBox, titleWith } from './parts/error-box.ts'
import type { FaultyField } from './parts/error-box.ts'
import { commonFields, hiddenFields } from './parts/form.ts'
import { marksOf } from './parts/marks.ts'
import type { Need } from './scripts/scripts.ts'
import { fieldId } from './signin/field-id.ts'
import { prepared } from './signin/prepared.ts'
import { waysIn } from './signin/ways.ts'

/** Which kind of form an error speaks of. */
const BLAMED: Readonly<Record<string, PageProvider['kind']>> = {
  CredentialsSignin: 'credentials',
  EmailSignInError: 'email',
}

const faultyFields = (props: SigninProps, words: Words): readonly FaultyField[] => {
  const { error = '', providers } = props
  const kind = Object.hasOwn(BLAMED, error) ? BLAMED[error] : undefined
  return providers.flatMap((provider, i) => {
    if (kind === undefined || provider.kind !== kind) return []
    if (kind === 'email') return [{ id: fieldId(i), label: words.signin.email }]
    const typed = (provider.fields ?? []).map(({ label }, place) => ({ id: fieldId(i, place), label }))
    return typed.filter((_, place) => provider.fields?.[place]?.type !== 'checkbox')
  })
}

const needsOf = (providers: readonly PageProvider[], words: Words): readonly Need[] => {
  const needs: Need[] = providers.length === 0 ? [] : ['form']
  if (providers.some(({ kind }) => kind === 'passkey')) needs.unshift('passkey')
  if (prepared(providers)(words).long !== undefined) needs.push('find')
  return needs
}

/** Every way in. What leaves for a provider shares one form, so that the page stays small however many there are. */
export const signinPage = (props: SigninProps, words: Words, scheme: Scheme): PageContent => {
  const { providers, error, lastUsed } = props
  const { title, none } = words.signin
  const blamed = faultyFields(props, words)
  const hidden = html`${commonFields(props)}${hiddenFields(props.links === false ? [['link', 'false']] : [])}`
  const faults = new Set(blamed.map(({ id }) => id))
  const ways = (): Markup =>
    waysIn(providers, { words, hidden, lastUsed, errorOf: (id) => (faults.has(id) ? ERROR_ID : undefined) })
  return {
    title: titleWith(words, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(words, props, blamed)}${providers.length === 0 ? html`<p>${none}</p>` : ways()}`,
    rules: marksOf(providers).rules[scheme](),
    needs: needsOf(providers, words),
    isWide: prepared(providers)(words).long !== undefined,
    hasPictures: marksOf(providers).havePictures,
  }
}
