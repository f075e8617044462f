/** RFC 1035 §2.3.4. */
const LONGEST_LABEL = 63
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const INTERNATIONAL = /^[\p{L}\p{N}\p{M}.-]+$/u

/**
 * The domain of an address in letters, digits and hyphens (RFC 5890), or `undefined` when it is none. One form for all
 * ways to sign in: in two, one mailbox would be two users.
 */
export const findMailDomain = (domain: string): string | undefined => {
  if (!INTERNATIONAL.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const labels = host.split('.')
  // An address of digits alone is read as an IP address by URL parsers: not a mail domain.
  if (/^[\d.]+$/.test(host)) return undefined
  return labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) ? host : undefined
}
