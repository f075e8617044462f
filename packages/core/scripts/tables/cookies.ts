// The table of docs/reference/cookies.md: names, options and lifetimes. What a cookie contains is written here.
import { OAUTH_ATTEMPT_SECONDS } from '../../src/attempts/attempt.ts'
import { cookieKeys, resolveCookies, type CookieSet } from '../../src/config/cookie-set.ts'
import { options } from '../../src/config/options.ts'
import { chooseAccount } from '../../src/sign-in/account-question.ts'
import { code, table } from '../markdown.ts'
import { inWords, readSeconds } from './seconds.ts'

interface CookieTexts {
  readonly lifetime: string
  readonly content: string
  /** Whether each attempt has a cookie of its own. */
  readonly hasSuffix?: true
}

const texts: Readonly<Record<keyof CookieSet, CookieTexts>> = {
  sessionToken: {
    lifetime: `\`session.maxAge\` (${inWords(options.session.maxAge.default)}), renewed in use`,
    content: 'the session: an encrypted token, or the random token of a database session',
  },
  callbackUrl: {
    lifetime: 'until the browser closes; deleted after a sign-in or sign-out',
    content: 'the page to go to after the sign-in',
  },
  csrfToken: {
    lifetime: 'until the browser closes; deleted at sign-in and sign-out',
    content: 'the token that forms repeat',
  },
  state: {
    lifetime: `${inWords(OAUTH_ATTEMPT_SECONDS)} at a provider; \`maxAge\` of an e-mail; 1 hour at most for a change of the address`,
    content: 'one sign-in attempt, sealed',
    hasSuffix: true,
  },
  webauthnChallenge: {
    lifetime: inWords(readSeconds('attempts/ceremony.ts', 'CEREMONY_SECONDS')),
    content: 'one passkey ceremony, sealed',
    hasSuffix: true,
  },
  pendingPasskey: {
    lifetime: inWords(readSeconds('attempts/ceremony.ts', 'PENDING_SECONDS')),
    content:
      'a new passkey that waits until the e-mail address is verified and the user [keeps it](../guides/passkeys.md#sign-up), sealed',
  },
  pendingSignIn: {
    lifetime: `1 day; ${inWords(chooseAccount.expiresIn)} for a choice`,
    content:
      'a sign-in that waits until the e-mail address is [verified](email.md#require-a-verified-address), until a signed-in user [chooses an account](../guides/linking.md#sign-in-while-signed-in), or until a user [keeps the account](../guides/account-page.md#delete-an-account-later), sealed',
  },
  signInInput: {
    lifetime: `${inWords(readSeconds('attempts/sign-in-input.ts', 'EXPIRES_IN'))}; deleted after a sign-in`,
    content:
      'the address or user name that was typed, and the provider that failed, for the [next sign-in page](../guides/pages.md#one-field-first), sealed',
  },
  recentAuthentication: {
    lifetime: `\`account.reauthenticateAfter\` (${inWords(options.account.reauthenticateAfter.default)})`,
    content: 'who signed in and when, for [changes of the account](../guides/linking.md#reauthentication), sealed',
  },
  rememberedDevice: {
    lifetime: `${inWords(readSeconds('attempts/remembered-device.ts', 'REMEMBERED_FOR'))} after the last sign-in by e-mail or [confirmation](email.md#confirm-a-browser)`,
    content: 'hashes of up to five addresses, for the [limits](email.md#limits), sealed',
  },
  locale: {
    lifetime: inWords(readSeconds('http/render-page.ts', 'maxAge')),
    content: 'the [language](../guides/pages.md#languages) that the user chose',
  },
  lastProvider: {
    lifetime: inWords(readSeconds('sign-in/complete.ts', 'maxAge')),
    content: 'the id of the provider used last; not set with `rememberProvider: false`',
  },
  lastPasskey: {
    lifetime: inWords(readSeconds('methods/webauthn/last-passkey.ts', 'maxAge')),
    content:
      'a keyed hash of the passkey of this device that was used last, for the [account page](../guides/account-page.md#passkeys); not set with `rememberProvider: false`',
  },
}

export const cookieTable = (): string => {
  const set = resolveCookies({}, true)
  const rows = cookieKeys.map((key) => {
    const { lifetime, content, hasSuffix = false } = texts[key]
    return [code(`${set[key].name}${hasSuffix ? '.<suffix>' : ''}`), code(key), lifetime, content]
  })
  return table(['name on https', 'option of `cookies`', 'lifetime', 'content'], rows)
}
