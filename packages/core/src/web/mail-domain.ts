/** RFC 1035 §2.3.4. */
const MAX_LABEL_LENGTH = 63
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const INTERNATIONAL = /^[\p{L}\p{N}\p{M}.-]+$/u

/** The ASCII form of a mail domain (RFC 5890), for all methods: with two forms, one mailbox would be two users. */
export const findMailDomain = (domain: string): string | undefined => {
  if (!INTERNATIONAL.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const labels = host.split('.')
  // URL parsers read a host of digits as an IP address, which is not a mail domain.
  if (/^[\d.]+$/.test(host)) return undefined
  return labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label)) ? host : undefined
}
