import type { PageProvider, SigninProps } from '../types/pages.ts'
import { errorText } from '../words/error-text.ts'
import type { Words } from '../words/words.ts'
import type { Scheme } from './css.ts'
import type { PageContent } from './document.ts'
import { labelledField } from './field.ts'
import { commonFields, postForm, submitButton } from './form.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'
import { markName, markRules } from './look.ts'

const ERROR_ID = 'error'

/** What the forms of one page share. */
interface Common {
  readonly words: Words
  readonly hidden: Markup
  readonly error: string | undefined
  /** How often each kind is there: a name is only needed to tell one from another. */
  readonly count: (kind: PageProvider['kind']) => number
}

type ShowProvider = (provider: PageProvider, index: number, common: Common) => Markup

/** Which error speaks about what was typed into which form. */
const faulty = (error: string | undefined, about: string): { readonly error?: string } =>
  error === about ? { error: ERROR_ID } : {}

const redirectForm: ShowProvider = ({ action, name }, index, { words, hidden }) => {
  const [letter = ''] = name.trim().toUpperCase()
  const mark = html`<span class="mark ${markName(index)}" aria-hidden="true">${letter}</span>`
  const button = html`<button type="submit" class="go">${mark}<span>${words.signin.withProvider(name)}</span></button>`
  return postForm(action, html`${hidden}${button}`)
}

const emailForm: ShowProvider = ({ action, name }, index, { words, hidden, error, count }) => {
  const { email, emailPlaceholder, sendLink, sendLinkWith } = words.signin
  const field = {
    name: 'email',
    label: email,
    type: 'email',
    placeholder: emailPlaceholder,
    autocomplete: 'email',
    required: true,
  }
  const input = labelledField(field, { id: `field-${index}`, ...faulty(error, 'EmailSignInError') })
  return postForm(action, html`${hidden}${input}${submitButton(count('email') > 1 ? sendLinkWith(name) : sendLink)}`)
}

const credentialsForm: ShowProvider = ({ action, name, fields = [] }, index, { words, hidden, error, count }) => {
  const inputs = fields.map((field, i) =>
    labelledField(field, { id: `field-${index}-${i}`, ...faulty(error, 'CredentialsSignin') }),
  )
  const label = count('credentials') > 1 ? words.signin.withProvider(name) : words.signin.submit
  return postForm(action, html`${hidden}${inputs}${submitButton(label)}`)
}

const rows: Readonly<Record<PageProvider['kind'], ShowProvider>> = {
  redirect: redirectForm,
  email: emailForm,
  credentials: credentialsForm,
}

/** Providers in the order of the config; neighbours that only need a click share one list. */
const inGroups = (providers: readonly PageProvider[]): readonly (readonly number[])[] => {
  const groups: number[][] = []
  for (const [i, { kind }] of providers.entries()) {
    const last = groups.at(-1)
    if (last !== undefined && kind === 'redirect' && providers[i - 1]?.kind === 'redirect') last.push(i)
    else groups.push([i])
  }
  return groups
}

const waysIn = (providers: readonly PageProvider[], common: Common): Markup => {
  const shown = providers.map((provider, i) => rows[provider.kind](provider, i, common))
  const groups = inGroups(providers).map((group, place) => {
    const items = group.flatMap((i) => shown[i] ?? [])
    // Safari drops the role of a list without bullets, and with it the number of its items.
    const list = html`<ul class="list" role="list">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`
    const or = place === 0 ? undefined : html`<p class="or">${common.words.signin.or}</p>`
    return html`${or}${group.length > 1 ? list : items}`
  })
  return html`${groups}`
}

const errorBox = (words: Words, error: string): Markup => {
  const { title, text, next } = errorText(words, error)
  return html`<div class="bad" role="alert" id="${ERROR_ID}">
    <h2>${title}</h2>
    <p>${text}${next && html` ${next}`}</p>
  </div>`
}

/** Every way in, each a form of its own, so that the page needs no script. */
export const signinPage = (props: SigninProps, words: Words, scheme: Scheme): PageContent => {
  const { providers, error } = props
  const { title, none } = words.signin
  const count = (kind: PageProvider['kind']): number => providers.filter((provider) => provider.kind === kind).length
  const ways = waysIn(providers, { words, hidden: commonFields(props), error, count })
  return {
    title: error === undefined ? title : words.titleWithError(title),
    body: html`<h1>${title}</h1>
      ${error && errorBox(words, error)}${providers.length === 0 ? html`<p>${none}</p>` : ways}`,
    rules: markRules(providers, scheme),
    hasForm: providers.length > 0,
  }
}
