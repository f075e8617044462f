/** One field of a credentials form: attributes of an HTML input and a label. */
export interface CredentialInput {
  label?: string
  type?: string
  value?: string
  placeholder?: string
  [attribute: string]: unknown
}
