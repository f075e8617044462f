/** What a service says is cut: a log is no storage for strangers. */
const LONGEST = 300

/**
 * What a service said of a mail that it refused, for the log. Some repeat what they were sent, so whatever opens a door, and
 * the address, is taken out first.
 */
export const readReason = (body: string, secrets: readonly (string | undefined)[]): string => {
  const known = secrets.filter((secret) => secret !== undefined && secret.length > 3)
  // The longest first: a shorter one may be a part of it.
  const inOrder = known.toSorted((a = '', b = '') => b.length - a.length)
  const clean = inOrder.reduce<string>((text, secret = '') => text.replaceAll(secret, '[removed]'), body)
  return clean.slice(0, LONGEST)
}
