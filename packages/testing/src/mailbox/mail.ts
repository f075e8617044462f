import PostalMime from 'postal-mime'

/**
 * A received mail.
 * @example
 * const isForAda = ({ to, subject }: Mail) => to.includes('ada@example.org') && subject.startsWith('Sign in to')
 */
export interface Mail {
  /** The id of the e-mail in the mailbox. */
  readonly id: string
  /** The addresses it was delivered to (the envelope's, not the header's), in lower case. */
  readonly to: readonly string[]
  /** The address in the `From` header. */
  readonly from: string
  /** The name in the `From` header. Empty when it has none. */
  readonly fromName: string
  /** The subject. */
  readonly subject: string
  /** The text part. */
  readonly text: string
  /** Empty when the mail has no HTML part. */
  readonly html: string
  /** When the e-mail arrived. */
  readonly received: Date
}

/**
 * The links of a mail's HTML and text, each once, as a mail program would open them.
 *
 * @example
 * const mailbox = await startMailbox({})
 * const [link] = linksOf(await mailbox.next('ada@example.org'))
 */
export const linksOf = (mail: Pick<Mail, 'html' | 'text'>): readonly string[] => {
  const inHtml = [...mail.html.matchAll(/href="(https?:[^"]+)"/g)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  )
  const inText = [...mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)].map((match) => match[0])
  return [...new Set([...inHtml, ...inText])]
}

/** Parses the data of an SMTP client. */
export const readMail = async (
  raw: Uint8Array,
  envelope: { id: string; to: readonly string[]; received: Date },
): Promise<Mail> => {
  const parsed = await PostalMime.parse(raw)
  return {
    ...envelope,
    to: envelope.to.map((address) => address.toLowerCase()),
    from: parsed.from?.address ?? '',
    fromName: parsed.from?.name ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
  }
}
