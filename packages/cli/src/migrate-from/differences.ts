/**
 * What an application has to change by hand, as docs/reference/differences-from-authjs.md says it. A finding shows the
 * sentence at the place in the code that it concerns.
 */
export const differences = {
  'account-id':
    'Accounts of this provider are identified by another id, so existing users count as new. To keep the old id, set `profile`.',
  'attempt-cookie':
    'Each sign-in attempt has one cookie, `authwright.state.<suffix>`. Do not name it in code, and remove `cookies.pkceCodeVerifier` and `cookies.nonce`.',
  'authorization-parameters':
    'If these parameters replace those that are configured, list them in `openParameters` of the provider.',
  'authorized-callback':
    'Only `next-auth` calls `callbacks.authorized`. Without it, remove the callback and protect these routes in another way.',
  'base-path':
    'The default base path is `/auth`. Pass the path of your routes as `basePath` to the integration or the `SessionProvider`, and remove `prefix`.',
  config: 'Wrap the config where it is made, `fromAuthJs(config, { until })`. Otherwise all users are signed out.',
  'cookie-name':
    'Leave a session cookie of your own in `cookies.sessionToken`, or pass it to `fromAuthJs` as `sessionCookie`.',
  'entry-point': 'This module has no counterpart. Use what the entry points of the replacement export.',
  framework:
    'The command leaves this package as it is. Rename its imports by hand, or keep the package of Auth.js and install Authwright as its `@auth/core`.',
  'get-token':
    'This reads new cookies only. Pass it `legacySessions` of the config that `fromAuthJs` returned, and it reads old ones too.',
  'imported-users':
    'Set `movedAt` of `fromAuthJs` to the time of the deployment. Otherwise users of OAuth providers lose their accounts and sessions when their address is verified.',
  'jwt-codec':
    'Return `null` from `jwt.decode` for an invalid token. If it throws, the user counts as signed out and the cookie stays.',
  'jwt-decode':
    '`decode` returns `null` for a token that it cannot open. Check for `null` instead of catching an error.',
  linking: 'If this call connects an account to the signed-in user, add `link: true`.',
  'oidc-provider':
    'Add `trustAllEmails: true` or `emailDomains`. Otherwise no e-mail address of this provider counts as verified.',
  'other-names': 'Rename this by hand.',
  'redirect-callback':
    'Compare `new URL(url).origin` with `baseUrl`. A check with `startsWith` accepts `https://app.example.com.evil.test` too.',
  'redirect-proxy': 'List the deployments in `redirectProxyOrigins`. Without the list no response is forwarded.',
  scope:
    'This provider is asked for fewer scopes. If the application uses its tokens, set `authorization.params.scope`.',
  'session-age': 'Set `session.absoluteMaxAge` too. It ends each session 90 days after the sign-in.',
  'session-spread':
    'Name the members that the session needs. With database sessions a spread omits `userId` and `sessionToken`.',
  'session-strategy': 'Keep the session strategy. Another one signs all users out.',
  syntax: 'This file cannot be parsed, so it was left as it is.',
} as const

export type Difference = keyof typeof differences

/** A place in the code that the developer has to look at. */
export interface Finding {
  /** The path of the file, relative to the folder of the run. */
  readonly file: string
  readonly line: number
  readonly rule: Difference
  /** What the place names, such as a provider or an export. */
  readonly subject?: string
}
