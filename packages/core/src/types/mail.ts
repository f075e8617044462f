/** An e-mail that is ready to be sent. The text part and the HTML part have the same content. */
export interface MailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}
