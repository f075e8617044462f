import type { PageProvider, SigninProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import type { Markup } from './markup/html.ts'
import { ERROR_ID, errorBox, titleWith } from './components/error-box.ts'
import type { FaultyField } from './components/error-box.ts'
import { commonFields, hiddenFields } from './components/form.ts'
import { iconStyles } from './components/icon-styles.ts'
import type { Need } from './scripts/scripts.ts'
import { fieldId } from './signin/field-id.ts'
import { preparedList } from './signin/prepared-list.ts'
import { signInOptions } from './signin/sign-in-options.ts'

/** Which kind of form an error speaks of. */
const BLAMED: Readonly<Record<string, PageProvider['kind']>> = {
  CredentialsSignin: 'credentials',
  EmailSignInError: 'email',
}

const faultyFields = (props: SigninProps, messages: Messages): readonly FaultyField[] => {
  const { error = '', providers } = props
  const kind = Object.hasOwn(BLAMED, error) ? BLAMED[error] : undefined
  return providers.flatMap((provider, i) => {
    if (kind === undefined || provider.kind !== kind) return []
    if (kind === 'email') return [{ id: fieldId(i), label: messages.signin.email }]
    const typed = (provider.fields ?? []).map(({ label }, place) => ({ id: fieldId(i, place), label }))
    return typed.filter((_, place) => provider.fields?.[place]?.type !== 'checkbox')
  })
}

const needsOf = (providers: readonly PageProvider[], messages: Messages): readonly Need[] => {
  const needs: Need[] = providers.length === 0 ? [] : ['form']
  if (providers.some(({ kind }) => kind === 'passkey')) needs.unshift('passkey')
  if (preparedList(providers)(messages).long !== undefined) needs.push('find')
  return needs
}

/** Every way in. What leaves for a provider shares one form, so that the page stays small however many there are. */
export const signinPage = (props: SigninProps, messages: Messages, scheme: Scheme): PageContent => {
  const { providers, error, lastUsed } = props
  const { title, none } = messages.signin
  const blamed = faultyFields(props, messages)
  const hidden = html`${commonFields(props)}${hiddenFields(props.links === false ? [['link', 'false']] : [])}`
  const faults = new Set(blamed.map(({ id }) => id))
  const ways = (): Markup =>
    signInOptions(providers, {
      messages,
      hidden,
      lastUsed,
      errorOf: (id) => (faults.has(id) ? ERROR_ID : undefined),
    })
  return {
    title: titleWith(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props, blamed)}${providers.length === 0 ? html`<p>${none}</p>` : ways()}`,
    rules: iconStyles(providers).rules[scheme](),
    needs: needsOf(providers, messages),
    isWide: preparedList(providers)(messages).long !== undefined,
    hasPictures: iconStyles(providers).havePictures,
  }
}
