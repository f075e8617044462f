import type { AccountChangeProps, AccountProps, Page, PageProvider, SigninProps } from '../../src/types/page-props.ts'

const base = 'https://app.example.com/auth'
const home = 'https://app.example.com/'

const redirectTo = (id: string, name: string, bg?: string, text?: string): PageProvider => ({
  id,
  name,
  kind: 'redirect',
  action: `/auth/signin/${id}`,
  ...(bg === undefined || text === undefined ? {} : { style: { bg, text } }),
})

const mail: PageProvider = { id: 'email', name: 'Email', kind: 'email', action: '/auth/signin/email' }

const passkey: PageProvider = {
  id: 'passkey',
  name: 'Passkey',
  kind: 'passkey',
  action: '/auth/callback/passkey',
  optionsUrl: '/auth/webauthn-options/passkey',
}

/** The default fields of the passkey provider, for a sign-up. */
const passkeySignUp: PageProvider = {
  ...passkey,
  fields: [{ name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' }],
}

const password: PageProvider = {
  id: 'credentials',
  name: 'Password',
  kind: 'credentials',
  action: '/auth/callback/credentials',
  fields: [
    { name: 'username', label: 'User name', type: 'text', required: true },
    { name: 'password', label: 'Password', type: 'password', required: true },
    { name: 'keep', label: 'Stay signed in', type: 'checkbox' },
  ],
}

/** A password for the address of the first step. */
const addressAndPassword: PageProvider = {
  ...password,
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'password', label: 'Password', type: 'password', required: true },
    { name: 'keep', label: 'Stay signed in', type: 'checkbox' },
  ],
}

const three = [
  redirectTo('github', 'GitHub', '#24292f', '#fff'),
  redirectTo('google', 'Google', '#fff', '#1f1f1f'),
  redirectTo('acme', 'Acme'),
]

const names = [
  'Airtable',
  'Apple',
  'Asana',
  'Bitbucket',
  'Box',
  'Discord',
  'Dropbox',
  'Figma',
  'GitHub',
  'GitLab',
  'Google',
]
const moreNames = [
  'HubSpot',
  'Keycloak',
  'Notion',
  'Okta',
  'Patreon',
  'Pinterest',
  'Reddit',
  'Spotify',
  'Strava',
  'Élan',
  '1Sure',
]
const lastNames = ['Threads', 'TikTok', 'Todoist', 'Trakt', 'Twitch', 'Vimeo', 'Webex', 'Zoom']

/** Thirty providers. */
export const manyProviders: readonly PageProvider[] = [...names, ...moreNames, ...lastNames].map((name) =>
  redirectTo(name.normalize('NFKD').replaceAll(/\W/g, '').toLowerCase(), name),
)

const signin = (props: Partial<SigninProps> = {}): Page => ({
  page: 'signin',
  props: {
    providers: [...three, mail, password, passkey],
    csrfToken: 't',
    callbackUrl: home,
    ...(props.currentUser === undefined && { otherModeUrl: `${base}/signin?mode=signup` }),
    ...props,
  },
})

/** A page with one field for the methods that need an address, and three providers above it. */
const identifierFirst = (props: Partial<SigninProps> = {}): Page =>
  signin({
    providers: [...three, mail, addressAndPassword, passkeySignUp],
    identifierFirst: { action: '/auth/signin', type: 'email', methods: ['email', 'credentials', 'passkey'] },
    ...props,
  })

const github = redirectTo('github', 'GitHub', '#24292f', '#fff')

/** The page of an application that consists of the files of a start page. */
const startPage = (provider: PageProvider, props: Partial<SigninProps> = {}): Page => ({
  page: 'signin',
  props: { providers: [provider], csrfToken: 't', callbackUrl: home, ...props },
})

/** The page for new users. */
const signUp = (props: Partial<SigninProps> = {}): Page =>
  signin({
    providers: [...three, mail, passkeySignUp],
    identifierFirst: { action: '/auth/signin', type: 'email', methods: ['email', 'passkey'] },
    mode: 'signup',
    otherModeUrl: `${base}/signin`,
    ...props,
  })

const typed = { identifier: 'ann.archer@example.org' } as const

const DELETE_AT = Date.UTC(2026, 11, 3, 9, 30)

const account = (props: Partial<AccountProps> = {}): Page => ({
  page: 'account',
  props: {
    user: { name: 'Ann Archer', email: 'ann.archer@example.org' },
    csrfToken: 't',
    action: `${base}/account`,
    signoutUrl: `${base}/signout`,
    home,
    accounts: [
      { provider: 'github', providerAccountId: '1', name: 'GitHub', canUnlink: true },
      { provider: 'google', providerAccountId: '2', name: 'Google', canUnlink: true },
    ],
    linkable: [redirectTo('keycloak', 'Keycloak')],
    passkeys: {
      list: [
        {
          credentialId: 'a',
          name: 'iCloud Keychain',
          icon: 'apple',
          createdAt: 1_780_000_000_000,
          lastUsedAt: 1_794_990_000_000,
          isBackedUp: true,
          isOfThisDevice: true,
        },
        {
          credentialId: 'b',
          name: 'Work laptop',
          icon: 'microsoft-entra-id',
          createdAt: 1_783_000_000_000,
          lastUsedAt: 1_790_000_000_000,
          isBackedUp: false,
        },
        { credentialId: 'c', createdAt: 1_785_000_000_000, isBackedUp: false },
      ],
      addUrl: `${base}/account/passkey`,
    },
    sessions: {
      list: [
        { id: 's1', browser: 'Firefox', system: 'Linux', signedInAt: 1_794_900_000_000, isCurrent: true },
        {
          id: 's2',
          browser: 'Safari',
          system: 'iPhone',
          signedInAt: 1_792_000_000_000,
          lastActiveAt: 1_794_880_000_000,
          isCurrent: false,
        },
        { id: 's3', lastActiveAt: 1_793_000_000_000, isCurrent: false },
      ],
      canEndOthers: true,
    },
    canEdit: true,
    canDelete: true,
    ...props,
  },
})

const accountChange = (change: AccountChangeProps['change'], props: Partial<AccountChangeProps> = {}): Page => ({
  page: 'account-change',
  props: { change, action: `${base}/account`, csrfToken: 't', back: `${base}/account`, ...props },
})

/** A picture in the page itself: the tests have no network. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#e9b872" d="M0 0h8v8H0z"/><path fill="#5b4b8a" d="M4 1.5a1.5 1.5 0 0 1 0 3 1.5 1.5 0 0 1 0-3M1 8a3 3 0 0 1 6 0z"/></svg>').replaceAll(/['()]/g, (c) => `%${c.codePointAt(0)?.toString(16)}`)}`

const code = {
  action: `${base}/callback/email`,
  csrfToken: 't',
  fields: [['email', 'ann.archer@example.org']],
  name: 'code',
  length: 8,
} as const

const digits = { ...code, length: 6, isNumeric: true } as const

/** The page after an e-mail was sent, in the browser that requested it. */
const sent = {
  home,
  signinUrl: `${base}/signin`,
  email: 'ann.archer@example.org',
  resend: { action: `${base}/signin/email`, csrfToken: 't', fields: [...code.fields, ['resend', '1']] },
} as const

/** The time at which the pages are rendered. */
export const NOW = 1_795_000_000_000

const confirm = {
  action: `${base}/callback/email`,
  csrfToken: 't',
  email: 'ann.archer@example.org',
  fields: [['token', 't']],
  host: 'app.example.com',
} as const

const choose = {
  action: `${base}/choose-account`,
  csrfToken: 't',
  fields: [['question', 'q']],
  currentUser: 'ann.archer@example.org',
  providerUser: { name: 'ann@private.example', account: 'GitHub 5550123' },
  provider: 'GitHub',
  signInAs: { name: 'ann@private.example', account: 'GitHub 5550123' },
  canConnect: true,
} as const
const { signInAs: _signInAs, ...withoutSignIn } = choose
const { currentUser: _currentUser, ...withoutCurrentUser } = choose
const keep = {
  action: `${base}/passkey`,
  csrfToken: 't',
  email: 'ann.archer@example.org',
  fields: [['keep', 'k']],
  host: 'app.example.com',
  callbackUrl: home,
  requestedFrom: { browser: 'Firefox', system: 'Android' },
  requestedAt: NOW - 180_000,
} as const

/** Every page in every visible state, by name. */
export const pageStates: Readonly<Record<string, Page>> = {
  'start-provider': startPage(github),
  'start-signed-in': startPage(github, { currentUser: 'ann.archer@example.org' }),
  'start-password': startPage({
    ...password,
    fields: [
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'password', label: 'Password', type: 'password' },
    ],
  }),
  signin: identifierFirst(),
  'signin-methods': identifierFirst({ step: 'methods', ...typed }),
  'signin-wrong-password': identifierFirst({
    step: 'methods',
    error: 'CredentialsSignin',
    failed: 'credentials',
    ...typed,
  }),
  'signin-methods-last-used': identifierFirst({ step: 'methods', lastUsed: 'email', ...typed }),
  'signin-methods-name': identifierFirst({
    step: 'methods',
    identifier: 'ann',
    identifierFirst: { action: '/auth/signin', type: 'text', methods: ['email', 'credentials', 'passkey'] },
  }),
  'signin-name': identifierFirst({
    identifierFirst: { action: '/auth/signin', type: 'text', methods: ['email', 'credentials', 'passkey'] },
    lastUsed: 'credentials',
  }),
  'signin-wrong-address': identifierFirst({ error: 'InvalidEmail', failed: 'email', ...typed }),
  'signin-provider-error': identifierFirst({ error: 'OAuthCallbackError', failed: 'github', lastUsed: 'google' }),
  'signin-signed-in': identifierFirst({ currentUser: 'ann.archer@example.org' }),
  'signin-last-used-passkey': identifierFirst({ lastUsed: 'passkey' }),
  'signin-forms': signin(),
  'signin-last-used': signin({ lastUsed: 'google', providers: [...three, mail] }),
  'signin-last-used-form': signin({ lastUsed: 'email' }),
  'signin-error': signin({
    error: 'CredentialsSignin',
    providers: [...three, password],
    failed: 'credentials',
    identifier: 'ann',
  }),
  'signin-too-often': signin({ error: 'TooManyRequests', retryAfter: 720, providers: [mail] }),
  'signin-mail-error': signin({ error: 'EmailSignInError', providers: [mail] }),
  'signin-passkey': signin({ providers: [...three, passkeySignUp] }),
  'signin-passkey-error': signin({ error: 'WebAuthnVerificationError', providers: [passkeySignUp] }),
  'signin-required': signin({ error: 'SessionRequired', providers: three }),
  'signin-many': signin({ providers: [mail, ...manyProviders], lastUsed: 'github' }),
  'signin-some': signin({ providers: manyProviders.slice(0, 10) }),
  'signin-none': signin({ providers: [] }),
  signup: signUp(),
  'signup-methods': signUp({ step: 'methods', ...typed }),
  'signup-wrong-address': signUp({ error: 'InvalidEmail', failed: 'email', ...typed }),
  'signup-email': signin({ providers: [...three, mail], mode: 'signup', otherModeUrl: `${base}/signin` }),
  'signup-passkey': signin({ providers: [...three, passkeySignUp], mode: 'signup', otherModeUrl: `${base}/signin` }),
  'signup-many': signin({ providers: [mail, ...manyProviders], mode: 'signup', otherModeUrl: `${base}/signin` }),
  signout: {
    page: 'signout',
    props: { action: `${base}/signout`, csrfToken: 't', callbackUrl: home, user: 'ann.archer@example.org', home },
  },
  'verify-request': { page: 'verify-request', props: { home, signinUrl: `${base}/signin` } },
  'verify-request-link': { page: 'verify-request', props: sent },
  'verify-request-code': { page: 'verify-request', props: { ...sent, code, hasLink: true } },
  'verify-request-digits': { page: 'verify-request', props: { ...sent, code: digits, isResent: true } },
  'verify-request-wrong': {
    page: 'verify-request',
    props: { ...sent, code: { ...digits, isWrong: true, attemptsLeft: 3 } },
  },
  'verify-request-too-often': {
    page: 'verify-request',
    props: { ...sent, code: digits, error: 'TooManyRequests', retryAfter: 720 },
  },
  'confirm-link': {
    page: 'confirm-link',
    props: {
      ...confirm,
      requestedFrom: { browser: 'Firefox', system: 'Android' },
      requestedAt: NOW - 300_000,
      replaces: 'bob@example.org',
    },
  },
  'confirm-link-plain': { page: 'confirm-link', props: confirm },
  'choose-account': { page: 'choose-account', props: choose },
  'choose-account-connect': {
    page: 'choose-account',
    props: { ...withoutSignIn, providerUser: { name: 'ann.archer@example.org', account: 'GitHub 5550123' } },
  },
  'choose-account-passkey': {
    page: 'choose-account',
    props: {
      action: choose.action,
      csrfToken: 't',
      fields: choose.fields,
      currentUser: choose.currentUser,
      providerUser: { name: 'bob@example.org' },
      signInAs: { name: 'bob@example.org' },
      canConnect: false,
    },
  },
  'choose-account-plain': { page: 'choose-account', props: { ...choose, canConnect: false } },
  'choose-account-signed-out': { page: 'choose-account', props: { ...withoutCurrentUser, canConnect: false } },
  'change-email': {
    page: 'change-email',
    props: {
      action: `${base}/change-email`,
      csrfToken: 't',
      host: 'app.example.com',
      email: 'ann@example.net',
      replaces: 'ann.archer@example.org',
      fields: [['token', 't']],
      home,
      requestedFrom: { browser: 'Firefox', system: 'Android' },
      requestedAt: NOW - 300_000,
    },
  },
  'change-email-done': {
    page: 'change-email',
    props: { host: 'app.example.com', email: 'ann@example.net', home, isDone: true },
  },
  'finish-email': {
    page: 'finish-email',
    props: { host: 'app.example.com', home, signinUrl: `${base}/signin` },
  },
  'finish-email-other': {
    page: 'finish-email',
    props: {
      host: 'app.example.com',
      home,
      signOut: { action: `${base}/signout`, csrfToken: 't', callbackUrl: `${base}/change-email` },
      signedInAs: 'bob@example.com',
    },
  },
  'undo-email': {
    page: 'undo-email',
    props: {
      action: `${base}/undo-email`,
      csrfToken: 't',
      host: 'app.example.com',
      email: 'ann.archer@example.org',
      replaces: 'ann@example.net',
      fields: [['token', 't']],
      home,
      signinUrl: `${base}/signin`,
    },
  },
  'undo-email-done': {
    page: 'undo-email',
    props: {
      host: 'app.example.com',
      email: 'ann.archer@example.org',
      home,
      signinUrl: `${base}/signin`,
      outcome: 'done',
    },
  },
  'undo-email-taken': {
    page: 'undo-email',
    props: {
      host: 'app.example.com',
      email: 'ann.archer@example.org',
      home,
      signinUrl: `${base}/signin`,
      outcome: 'taken',
    },
  },
  'confirm-browser': {
    page: 'confirm-browser',
    props: { ...confirm, action: `${base}/confirm-browser`, home, signinUrl: `${base}/signin` },
  },
  'confirm-browser-done': {
    page: 'confirm-browser',
    props: {
      host: 'app.example.com',
      email: 'ann.archer@example.org',
      home,
      signinUrl: `${base}/signin`,
      isDone: true,
    },
  },
  'keep-passkey': { page: 'keep-passkey', props: { ...keep, keepsByDefault: true, name: 'iCloud Keychain' } },
  'keep-passkey-existing': {
    page: 'keep-passkey',
    props: { ...keep, keepsByDefault: false, name: 'Ann’s phone', error: 'WebAuthnVerificationError' },
  },
  passkey: {
    page: 'passkey',
    props: {
      providerId: 'passkey',
      action: `${base}/callback/passkey`,
      optionsUrl: `${base}/webauthn-options/passkey`,
      csrfToken: 't',
      callbackUrl: `${base}/account?done=passkey-added`,
      skipUrl: `${base}/account`,
    },
  },
  'passkey-error': {
    page: 'passkey',
    props: {
      providerId: 'passkey',
      action: `${base}/callback/passkey`,
      optionsUrl: `${base}/webauthn-options/passkey`,
      callbackUrl: home,
      skipUrl: home,
      error: 'WebAuthnVerificationError',
    },
  },
  account: account({
    done: 'passkey-added',
    email: {},
    user: { name: 'Ann Archer', email: 'ann.archer@example.org', image: PICTURE },
  }),
  'account-code': account({ done: 'email-sent', email: { code: { name: 'code', length: 8 } } }),
  'account-wrong-code': account({
    error: 'Verification',
    email: { code: { name: 'code', length: 8, isWrong: true, attemptsLeft: 3 } },
  }),
  'account-too-often': account({ error: 'TooManyRequests', retryAfter: 720, email: {} }),
  'account-last': account({
    accounts: [{ provider: 'github', providerAccountId: '1', name: 'GitHub', canUnlink: false }],
    linkable: [],
    passkeys: { list: [], addUrl: `${base}/account/passkey` },
    sessions: { canEndOthers: true },
    canDelete: false,
    error: 'AccessDenied',
  }),
  'account-name': accountChange('name', { value: 'Ann Archer' }),
  'account-picture': accountChange('picture-remove'),
  'account-email': accountChange('email-change', { subject: 'ann.archer@example.org' }),
  'account-email-refused': accountChange('email-change', {
    subject: 'ann.archer@example.org',
    value: 'ann@example.net',
    error: 'AccessDenied',
  }),
  'account-rename': accountChange('passkey-rename', { fields: [['credentialId', 'a']], value: 'Ann’s phone' }),
  'account-remove': accountChange('passkey-delete', { fields: [['credentialId', 'a']], subject: 'Ann’s phone' }),
  'account-disconnect': accountChange('unlink', { fields: [['provider', 'github']], subject: 'GitHub' }),
  'account-delete': accountChange('delete-account', { subject: 'ann.archer@example.org' }),
  'account-deleted': { page: 'account-deleted', props: { host: 'app.example.com', home } },
  'account-delete-later': accountChange('delete-account', {
    subject: 'ann.archer@example.org',
    deletionDelay: 604_800,
  }),
  'account-kept': account({ done: 'account-kept', deletionDelay: 604_800 }),
  'account-scheduled': account({ deleteAt: DELETE_AT }),
  'deletion-scheduled': {
    page: 'deletion-scheduled',
    props: { host: 'app.example.com', home, deleteAt: DELETE_AT },
  },
  'keep-account': {
    page: 'keep-account',
    props: {
      action: `${base}/keep-account`,
      csrfToken: 't',
      fields: [['question', 'q']],
      user: 'ann.archer@example.org',
      deleteAt: DELETE_AT,
    },
  },
  'account-bare': {
    page: 'account',
    props: {
      user: { email: 'a@b.example' },
      action: '/auth/account',
      signoutUrl: '/auth/signout',
      home,
      accounts: [],
      linkable: [],
    },
  },
  error: {
    page: 'error',
    props: { error: 'AccessDenied', reference: '7F3A09C2', signinUrl: `${base}/signin`, home },
  },
  'error-configuration': {
    page: 'error',
    props: { error: 'Configuration', reference: '7F3A09C2', signinUrl: `${base}/signin`, home },
  },
  'error-default': { page: 'error', props: { error: 'Default', signinUrl: `${base}/signin`, home } },
  repost: { page: 'repost', props: { action: `${base}/callback/apple`, fields: [['code', 'c']] } },
}
