/** Who is not let in, and where they learn of it: what a `signIn` callback answers. */
export const mayEnter = (email: string | null | undefined): boolean | string => {
  // `false` ends at Authwright's own error page, an address ends there.
  if (email?.endsWith('@blocked.example')) return false
  if (email?.startsWith('mallory@')) return '/refused'
  return true
}
