/**
 * The result of the `signIn` callback. `false` rejects the user and shows Authwright's error page. An address rejects the user
 * and redirects there.
 */
export const checkSignIn = (email: string | null | undefined): boolean | string => {
  if (email?.endsWith('@blocked.example')) return false
  if (email?.startsWith('mallory@')) return '/refused'
  return true
}
