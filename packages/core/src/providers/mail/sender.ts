import { InvalidConfig } from '../../errors/error-classes.ts'

/** The sender of a message. */
export interface Sender {
  readonly email: string
  readonly name?: string
  /** In the form of a `From` header. */
  readonly written: string
}

/** A name, quoted or not, before an address in angle brackets. */
const NAMED = /^(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?))\s*<([^\s<>@]+@[^\s<>@]+)>$/u
const BARE = /^[^\s<>@"]+@[^\s<>@"]+$/

/** Read the option `from`: an address, or a name and an address in angle brackets. Throws `InvalidConfig`. */
export const readSender = (from: string, provider: string): Sender => {
  const written = from.trim()
  if (BARE.test(written)) return { email: written, written }
  const [, quoted, plain, email] = NAMED.exec(written) ?? []
  if (email === undefined)
    throw new InvalidConfig(`The option from of provider "${provider}" is no address: "${written}"`, {
      provider,
      option: 'from',
      fix: `Change from of provider "${provider}" to 'no-reply@example.com' or 'Name <no-reply@example.com>'`,
    })
  const name = (quoted ?? plain ?? '').trim()
  return name === '' ? { email, written: email } : { email, name, written }
}
