import type { Page, PageProvider } from '../../src/types/pages.ts'

const base = 'https://app.example.com/auth'
const home = 'https://app.example.com/'

/** A sign-in page with every kind of provider, each text of it made of one. */
export const signinWith = (text: string, providers = everyProvider(text)): Page => ({
  page: 'signin',
  props: { providers, csrfToken: text, callbackUrl: text },
})

export const redirectProvider = (id: string, name: string): PageProvider => ({
  id,
  name,
  kind: 'redirect',
  action: `${base}/signin/${id}`,
})

export const everyProvider = (text: string): readonly PageProvider[] => [
  { ...redirectProvider('one', text), style: { bg: text, text, bgDark: text, textDark: text, logo: text } },
  redirectProvider('two', text),
  { id: text, name: text, kind: 'email', action: `${base}/signin/mail` },
  {
    id: 'credentials',
    name: text,
    kind: 'credentials',
    action: `${base}/callback/credentials`,
    fields: [
      { name: text, label: text, type: text, placeholder: text, autocomplete: text, required: true },
      { name: 'password', label: 'Password', type: 'password', required: true },
      { name: 'keep', label: 'Keep me signed in', type: 'checkbox' },
    ],
  },
]

/** Every page, each text of it made of one. */
export const everyPage = (text: string): Readonly<Record<Page['page'], Page>> => ({
  signin: signinWith(text),
  signout: { page: 'signout', props: { action: `${base}/signout`, csrfToken: text, callbackUrl: text } },
  'verify-request': { page: 'verify-request', props: { home } },
  'confirm-link': {
    page: 'confirm-link',
    props: {
      action: `${base}/callback/mail`,
      csrfToken: text,
      email: text,
      host: text,
      fields: [
        ['token', text],
        [text, 'x'],
      ],
    },
  },
  repost: {
    page: 'repost',
    props: {
      action: `${base}/callback/apple`,
      fields: [
        ['code', text],
        [text, 'x'],
      ],
    },
  },
  error: { page: 'error', props: { error: text, reference: text, signinUrl: `${base}/signin`, home } },
})
