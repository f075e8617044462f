/** A mail, ready to be sent: both parts say the same, in the language of the request that asked for it. */
export interface MailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}
