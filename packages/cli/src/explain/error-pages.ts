// Written by scripts/error-pages.ts from docs/reference/errors.md and warnings.md.

/** The text about each type of error, and about each code of a warning. */
export const errorPages: Readonly<Record<string, string>> = {
  AccessDenied:
    'The signIn callback refused. Check what it returned.\n\nStatus 403, public, on the error page; trying again does not help.\n\nThe signIn callback returned false or threw, or the provider reported that the user refused. The log has the\nmessage. Return true for users who may sign in (callbacks (https://github.com/authwright/authwright/blob/main/docs/guides/callbacks.md)).',
  AccountNotLinked:
    'Sign in with the first method, then link the other one.\n\nStatus 403, public, on the sign-in page; trying again does not help.\n\nThe sign-in belongs to an address that another user of your database has. The user signs in with the method of the first\ntime, and adds the other one (https://github.com/authwright/authwright/blob/main/docs/guides/linking.md#add-an-account) on the account page.',
  AdapterError:
    'The database failed or returned unusable data; see the cause.\n\nStatus 503, shown as Configuration, on the error page; trying again may help.\n\nA call of the adapter threw, took longer than adapterTimeout, or returned something that is not a row. The cause has\nthe message of the database. The session cookie is kept, so users are not signed out. If the message is about a missing\ntable or column, run the migrations (https://github.com/authwright/authwright/blob/main/docs/guides/databases.md#migrations).',
  AuthError:
    'See the message and its cause.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nAn error without a type of its own. The message and its cause say what failed.',
  CallbackRouteError:
    'Correct the code that the message or its cause names.\n\nStatus 503, shown as Configuration, on the error page; trying again may help.\n\nA function of the application threw, such as redirect or a page component. The cause has its stack.',
  Configuration:
    'Find the error in the server log by its reference.\n\nStatus 500, public, on the error page; trying again does not help.\n\nWhat the browser sees in place of an error that only the developer can solve. The error page shows a reference; search\nthe log for it.',
  CredentialsSignin:
    'The authorize callback refused. If it should not have, check what it returned.\n\nStatus 401, public, on the sign-in page; trying again may help.\n\nauthorize returned null. If it is right to refuse, nothing is wrong. If authorize returned a user without id, the log says so. Throw a subclass of CredentialsSignin to give the page a code (https://github.com/authwright/authwright/blob/main/docs/guides/credentials.md).',
  DuplicateConditionalUI:
    'Set enableConditionalUI for one provider only.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nTwo passkey providers want the autofill of the browser, which serves one.',
  EmailChangeTooSoon:
    'The address was changed or verified within 72 hours.\n\nStatus 429, public, on the sign-in page; trying again does not help.\n\nAn address can be changed again 72 hours after a change, so that the former address can\nundo (https://github.com/authwright/authwright/blob/main/docs/guides/email.md#undo-a-change) it.',
  EmailSignInError:
    "Check the mail server (the option server, or its key) or the address; see the cause.\n\nStatus 400, public, on the sign-in page; trying again may help.\n\nThe mail server refused, could not be reached, or the address is not one. The cause has the server's response, such as\nconnect ECONNREFUSED for a server that is down. Test the server with nodemailer alone if it is not clear which.",
  ErrorPageLoop:
    'Show pages.error to all users, signed in or not.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\npages.error requires a session, or redirects to /auth/error. Show it to every visitor.',
  EventError:
    'An event handler failed; the request continued.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nA handler of events threw or took longer than five seconds. The sign-in continued.',
  ExperimentalFeatureNotEnabled:
    'Enable the feature under experimental.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nA passkey provider needs experimental: { enableWebAuthn: true } (passkeys (https://github.com/authwright/authwright/blob/main/docs/guides/passkeys.md)).',
  InvalidCheck:
    "The attempt is from another browser, expired, or already used.\n\nStatus 400, public, on the error page; trying again may help.\n\nThe provider's response does not belong to an attempt of this browser. Usual reasons: the user pressed the back button\nafter a sign-in, waited longer than 15 minutes, or opened the site under another host than the one that the provider\nredirects to (localhost and 127.0.0.1 are two). If it happens to every user, compare AUTH_URL with the address in\nthe browser, and check that a proxy does not remove cookies.",
  InvalidConfig:
    'Correct what the message or its cause names.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nThe message names the option with its path, what it found and what it accepts (options (https://github.com/authwright/authwright/blob/main/docs/reference/options.md)). In SvelteKit 3,\na variable that the message asks for has to be declared in src/env.ts (https://github.com/authwright/authwright/blob/main/packages/sveltekit/README.md#variables)\ntoo.',
  InvalidEndpoints:
    'Set issuer, or authorization, token and userinfo.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nAn entry of type oidc needs issuer; one of type oauth needs authorization, token and userinfo, or a function\nfor them. Check the spelling of the environment variable, such as AUTH_KEYCLOAK_ISSUER.',
  InvalidProvider:
    'Use the id of a configured provider. Two providers need two ids.\n\nStatus 404, shown as Configuration, on the error page; trying again does not help.\n\nA request or a component names a provider that the config does not have. The id is lower case: github.',
  JWTSessionError:
    'Correct the jwt or session callback. The cookie was kept.\n\nStatus 503, shown as Configuration, on the error page; trying again may help.\n\nA jwt or session callback threw while a session was read. The cookie is kept: users stay signed in when the code is\nright again. The cause has the stack.',
  MissingAdapter:
    "Set the option adapter, such as sqliteAdapter({ path: 'app.db' }) of @authwright/adapter-sql/sqlite.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nThe e-mail method, database sessions and the account page store something. Configure an\nadapter (https://github.com/authwright/authwright/blob/main/docs/guides/databases.md).",
  MissingAdapterMethods:
    'Use an adapter with the methods in the message.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nThe message lists the methods. Adapters of Authwright have all of them; one for Auth.js may lack those of passkeys and\nof this library (published adapters (https://github.com/authwright/authwright/blob/main/docs/guides/databases.md#adapters-that-others-publish)).',
  MissingAuthorize:
    'Give the credentials provider an authorize function.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nCredentials({ … }) needs authorize.',
  MissingCSRF:
    'Set AUTH_URL to the address that users open, or send the csrfToken of GET /csrf.\n\nStatus 403, public, on the sign-in page; trying again may help.\n\nA form was posted from another origin, or by a program without the token. Forms of your own pages need none on the same\norigin. Behind a proxy, check that Origin and Host arrive as the browser sent them, or set AUTH_URL.',
  MissingSecret:
    'Set AUTH_SECRET; make one with: openssl rand -base64 33\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nSet AUTH_SECRET where the server runs. A server reads no .env file by itself in production: node --env-file=.env.',
  MissingWebAuthnAutocomplete:
    'Add the autocomplete token webauthn to a field.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nA passkey form with autofill needs an input with autocomplete="username webauthn".',
  OAuthAccountNotLinked:
    'Sign in with the first method, then link this one.\n\nStatus 403, public, on the sign-in page; trying again does not help.\n\nAs AccountNotLinked, for an OAuth provider: the address of the profile belongs to a user who signed in with another\nmethod.',
  OAuthCallbackError:
    'The provider refused, or its response is invalid.\n\nStatus 400, public, on the sign-in page; trying again may help.\n\nThe cause has what the provider sent. invalid_client: client id or secret is wrong. redirect_uri_mismatch: register\nthe callback URL that the message names. invalid_grant: the code was used twice or is too old, or the clock of the\nserver is wrong. access_denied: the user refused.',
  OAuthProfileParseError:
    'The profile callback threw or returned no id.\n\nStatus 502, shown as Configuration, on the error page; trying again may help.\n\nThe profile function of the entry threw, or returned no id.',
  OAuthSignInError:
    'Check the issuer or the endpoints of the provider; see reason or cause.\n\nStatus 502, public, on the sign-in page; trying again may help.\n\nThe provider could not be reached, or its discovery document is invalid. The line in the log has the host and\nthe reason: a DNS name that does not exist, a refused connection, a certificate, a status. Check the issuer.',
  ProviderTokensError:
    'Add its secret to account.tokens.secret, or link again.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nA row was sealed with a secret that account.tokens.secret does not list any more (provider tokens (https://github.com/authwright/authwright/blob/main/docs/guides/provider-tokens.md)).',
  ReauthenticationRequired:
    'The user must sign in again.\n\nStatus 401, public, on the sign-in page; trying again may help.\n\nChanges of sign-in methods need a sign-in within the last 15 minutes (account.reauthenticateAfter). The user signs in\nand returns to the page.',
  SessionRequired:
    'The user must sign in first.\n\nStatus 401, public, on the sign-in page; trying again may help.\n\nA page asked for a session and there was none. The user signs in and returns.',
  SessionTokenError:
    'See the cause, which is mostly of the database. The cookie was kept.\n\nStatus 503, shown as Configuration, on the error page; trying again may help.\n\nThe session could not be read. The cause says why: mostly the database. The cookie is kept.',
  SignInError:
    'See the message and its cause.\n\nStatus 400, shown as Configuration, on the sign-in page; trying again may help.\n\nThe sign-in could not start. The message and its cause say why.',
  SignOutError:
    "The session was not deleted. The cookie was.\n\nStatus 503, shown as Configuration, on the error page; trying again may help.\n\nThe row of the session could not be deleted. The browser's cookie was deleted; the row ends when it expires.",
  TooManyRequests:
    'A limit was exceeded; it resets by itself.\n\nStatus 429, public, on the sign-in page; trying again may help.\n\nA limit of e-mails or attempts (https://github.com/authwright/authwright/blob/main/docs/guides/email.md#limits) was reached. It ends by itself after retryAfter seconds.',
  UnknownAction:
    'See the list of routes in the documentation.\n\nStatus 404, shown as Configuration, on the error page; trying again does not help.\n\nNothing is served at this address. If your own route is below the base path, move it or change basePath.',
  UnsupportedStrategy:
    'Change session.strategy, or configure an adapter.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nDatabase sessions need an adapter, and an authorize that returns ids of its users.',
  UntrustedHost:
    'Set AUTH_URL, or AUTH_TRUST_HOST=true if a proxy sets Host.\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nNothing says which address the site has. Set AUTH_URL=https://app.example.com, or AUTH_TRUST_HOST=true behind a\nproxy that sets Host (deployment (https://github.com/authwright/authwright/blob/main/docs/guides/deployment.md)).',
  Verification:
    'The link or code is wrong, used or expired.\n\nStatus 403, public, on the error page; trying again does not help.\n\nThe link or code was used, is older than its lifetime, or was changed by a mail program. The user requests a new one. If\nevery link is used already, a scanner of the mail service opens links: see links (https://github.com/authwright/authwright/blob/main/docs/guides/email.md#links).',
  WeakSecret:
    'Make a random one with: openssl rand -base64 33\n\nStatus 500, shown as Configuration, on the error page; trying again does not help.\n\nThe secret is shorter than 32 characters, a repetition, a sequence or a sample from documentation.',
  WebAuthnVerificationError:
    'The passkey could not be verified; see the cause.\n\nStatus 400, public, on the error page; trying again may help.\n\nThe cause has the step that failed. Usual reasons: the origin of the page is not that of relayingParty, or the passkey\nwas deleted here and not in the browser.',
  'check-removed':
    'The checks of a provider leave out pkce or nonce, which protect the sign-in. The warning names the risk. Remove the\noption, unless the provider rejects the parameter.',
  'cookie-without-effect':
    'cookies.pkceCodeVerifier and cookies.nonce are options of Auth.js. Here one cookie holds the whole attempt: use\ncookies.state (https://github.com/authwright/authwright/blob/main/docs/reference/cookies.md).',
  'csrf-disabled':
    'skipCSRFCheck is set, so other sites can send forms in the name of your users. Remove it, unless your framework checks the\norigin of each form itself.',
  'debug-enabled': 'debug: true logs a line for each decision. Leave it out in production.',
  'deletion-delay-without-effect':
    'account.deletionDelay needs callbacks.deleteUser, which allows users to delete their accounts. See the account page (https://github.com/authwright/authwright/blob/main/docs/guides/account-page.md).',
  'deletion-not-announced':
    'deleteDueUsers runs outside of a request, so it does not know the address for the e-mail. Set AUTH_URL.',
  'email-unstated':
    'No option says whether a provider verifies e-mail addresses. The warning says what follows from that. Add the line that it\nshows. See linking (https://github.com/authwright/authwright/blob/main/docs/guides/linking.md).',
  'env-url-basepath-mismatch':
    'The path of AUTH_URL differs from basePath. basePath is used. Set AUTH_URL to the origin only.',
  'env-url-basepath-redundant':
    'basePath is set, so the path of AUTH_URL is not used. Set AUTH_URL to the origin only.',
  'experimental-webauthn':
    'Passkeys (https://github.com/authwright/authwright/blob/main/docs/guides/passkeys.md) are experimental: a minor version may change their options.',
  'form-post-response-missing':
    "A provider sends its response as a form of another origin, which SvelteKit rejects with status 403 before any hook runs.\nList the provider's origin in csrf.trustedOrigins of the SvelteKit config.",
  'issuer-unknown':
    "The provider sends its issuer, and the config does not say which one is right. Set the provider's option issuer, so that the\nresponse of another provider is rejected (RFC 9207).",
  'jwt-claims-lost':
    'On a development server only: the jwt callback returned an object without sub, the id of the user. The claims that it\nreturns replace those of the token, so the session also loses the name and the e-mail address. Return all of them, as in\n({ ...token, role }). Return null to end the session.',
  'jwt-decode-threw':
    'jwt.decode of the config threw. It has to return null for a token that it cannot open. If it needs a service, check\nwhether that service is down.',
  'mails-unlimited':
    'The adapter has no incrementCounter, so the number of e-mails to an address is not limited. Use an adapter that has it: see the adapter contract (https://github.com/authwright/authwright/blob/main/docs/reference/adapter.md).',
  'proxy-not-trusted':
    'A proxy says that browsers use another address than the server. Set AUTH_URL, or let the framework trust the proxy: see\nbehind a proxy (https://github.com/authwright/authwright/blob/main/docs/guides/deployment.md#behind-a-proxy).\n\nSvelteKit also refuses the forms of another address, before the library runs. The warning then names the setting of SvelteKit.',
  'redirect-proxy-shared':
    'An entry of redirectProxyOrigins matches hosts that others can register, such as https://*.vercel.app. List exact origins,\nor use a domain of your own.',
  'session-incomplete':
    'On a development server only: the session callback returned an object without user or expires. Pages then find no\nuser, or do not know when to ask again. Return both, as in ({ ...session, role: token.role }).',
  'session-max-age':
    'session.maxAge is longer than session.absoluteMaxAge, which ends every session. Lower the first or raise the second. See\nsessions (https://github.com/authwright/authwright/blob/main/docs/guides/sessions.md).',
  'session-unread':
    'A browser sent a session cookie that was not accepted. The text says why, such as another secret. The first such cookie is\nreported, and on a development server also one that has expired. If you changed AUTH_SECRET, list the earlier one too: see replace the secret (https://github.com/authwright/authwright/blob/main/docs/guides/deployment.md#replace-the-secret).',
  'sessions-kept':
    "An account changed, and the adapter cannot end the user's other sessions. The text names the adapter methods that are missing.",
  'theme-color':
    'A color of theme is not one that the pages know, so the contrast is not checked. See theming (https://github.com/authwright/authwright/blob/main/docs/guides/theming.md).',
  'theme-contrast':
    'theme.buttonText is hard to read on theme.brandColor (WCAG 2.2, 1.4.3). Leave it out: the pages choose black or white.',
  'unknown-option':
    'The config has an option that does not exist, which has no effect. If the name is similar to an option, the warning names it. All options are in\nthe list (https://github.com/authwright/authwright/blob/main/docs/reference/options.md).',
  'unknown-provider':
    'On a development server only: a request or signIn names a provider that the config does not have. The warning lists the ids, and\nthe browser shows it.',
  'unknown-route':
    'On a development server only: a request below basePath names no endpoint (https://github.com/authwright/authwright/blob/main/docs/reference/endpoints.md). The warning lists them.',
  'unverified-kept':
    'The adapter cannot remove accounts and sessions from before an e-mail address was verified. An attacker may have made them.\nThe warning names the missing adapter methods, and an option that helps without them if there is one.',
}
