import type { Page, PageProvider } from '../../src/types/page-props.ts'

const base = 'https://app.example.com/auth'
const home = 'https://app.example.com/'

/** A sign-in page with every kind of provider, and with `text` in every place that takes text. */
export const signinWith = (text: string, providers = everyProviderWith(text)): Page => ({
  page: 'signin',
  props: { providers, csrfToken: text, callbackUrl: text, error: text, lastUsed: text },
})

export const redirectProvider = (id: string, name: string): PageProvider => ({
  id,
  name,
  kind: 'redirect',
  action: `${base}/signin/${id}`,
})

export const everyProviderWith = (text: string): readonly PageProvider[] => [
  { ...redirectProvider('one', text), style: { bg: text, text, bgDark: text, textDark: text, logo: text }, icon: text },
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
  {
    id: 'passkey',
    name: text,
    kind: 'passkey',
    action: `${base}/callback/passkey`,
    optionsUrl: `${base}/webauthn-options/passkey`,
    fields: [{ name: text, label: text, type: text, autocomplete: text }],
  },
]

/** The account page with all sections, and with `text` in every place that takes text. */
export const accountWith = (text: string): Page => ({
  page: 'account',
  props: {
    user: { name: text, email: text, image: text },
    csrfToken: text,
    action: `${base}/account`,
    signoutUrl: `${base}/signout`,
    home,
    accounts: [
      { provider: text, providerAccountId: text, name: text, canUnlink: true, style: { bg: text, text, logo: text } },
      { provider: 'github', providerAccountId: text, name: text, canUnlink: false },
    ],
    linkable: [redirectProvider('two', text)],
    passkeys: {
      list: [
        { credentialId: text, name: text, createdAt: 0, lastUsedAt: 86_400_000, isBackedUp: true },
        { credentialId: text, isBackedUp: false },
      ],
      addUrl: `${base}/account/passkey`,
    },
    sessions: {
      list: [
        { id: text, browser: text, system: text, signedInAt: 0, isCurrent: true },
        { id: text, browser: text, system: text, signedInAt: 0, lastActiveAt: 0, isCurrent: false },
      ],
      canEndOthers: true,
    },
    canEdit: true,
    canDelete: true,
    email: { code: { name: text, length: 8 } },
    error: text,
    done: 'passkey-added',
  },
})

/** Every page, with `text` in every place that takes text. */
export const everyPageWith = (text: string): Readonly<Record<Page['page'], Page>> => ({
  signin: signinWith(text),
  signout: {
    page: 'signout',
    props: { action: `${base}/signout`, csrfToken: text, callbackUrl: text, user: text, home },
  },
  'verify-request': {
    page: 'verify-request',
    props: {
      home,
      signinUrl: `${base}/signin`,
      email: text,
      code: {
        action: `${base}/callback/mail`,
        csrfToken: text,
        fields: [[text, text]],
        name: text,
        length: 8,
        isWrong: true,
      },
      resend: { action: `${base}/signin/mail`, csrfToken: text, fields: [[text, text]] },
      error: text,
    },
  },
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
      requestedFrom: { browser: text, system: text },
      requestedAt: 0,
      replaces: text,
    },
  },
  'choose-account': {
    page: 'choose-account',
    props: {
      action: `${base}/choose-account`,
      csrfToken: text,
      fields: [['question', text]],
      currentUser: text,
      providerUser: { name: text, account: text },
      provider: text,
      signInAs: { name: text, account: text },
      canConnect: true,
    },
  },
  'change-email': {
    page: 'change-email',
    props: {
      action: `${base}/change-email`,
      csrfToken: text,
      email: text,
      host: text,
      fields: [['token', text]],
      home,
      requestedFrom: { browser: text, system: text },
      requestedAt: 0,
      replaces: text,
    },
  },
  'finish-email': {
    page: 'finish-email',
    props: {
      host: text,
      home,
      signinUrl: `${base}/signin`,
      signOut: { action: `${base}/signout`, csrfToken: text, callbackUrl: text },
      signedInAs: text,
    },
  },
  'undo-email': {
    page: 'undo-email',
    props: {
      action: `${base}/undo-email`,
      csrfToken: text,
      email: text,
      host: text,
      replaces: text,
      fields: [['token', text]],
      home,
      signinUrl: `${base}/signin`,
    },
  },
  'confirm-browser': {
    page: 'confirm-browser',
    props: {
      action: `${base}/confirm-browser`,
      csrfToken: text,
      email: text,
      host: text,
      fields: [['token', text]],
      home,
      signinUrl: `${base}/signin`,
    },
  },
  'keep-passkey': {
    page: 'keep-passkey',
    props: {
      action: `${base}/passkey`,
      csrfToken: text,
      email: text,
      host: text,
      name: text,
      fields: [['keep', text]],
      callbackUrl: text,
      keepsByDefault: false,
      requestedFrom: { browser: text, system: text },
      requestedAt: 0,
      error: text,
    },
  },
  passkey: {
    page: 'passkey',
    props: {
      providerId: 'passkey',
      action: `${base}/callback/passkey`,
      optionsUrl: `${base}/webauthn-options/passkey`,
      csrfToken: text,
      callbackUrl: `${base}/account`,
      skipUrl: `${base}/account`,
      error: text,
    },
  },
  account: accountWith(text),
  'account-change': {
    page: 'account-change',
    props: {
      change: 'passkey-rename',
      action: `${base}/account`,
      csrfToken: text,
      subject: text,
      value: text,
      fields: [['credentialId', text]],
      back: `${base}/account`,
    },
  },
  'account-deleted': { page: 'account-deleted', props: { host: text, home } },
  'deletion-scheduled': { page: 'deletion-scheduled', props: { host: text, home, deleteAt: 0 } },
  'keep-account': {
    page: 'keep-account',
    props: { action: `${base}/keep-account`, csrfToken: text, fields: [['question', text]], user: text, deleteAt: 0 },
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
