import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail, type Mail } from './mail.ts'

const HOST = '127.0.0.1'
const MAXIMAL_SIZE = 1_048_576

const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

/** A mail server on the loopback address that accepts every mail and forwards none. */
export const startSmtp = async (
  port: number,
  deliver: (mail: Mail) => void,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = new SMTPServer({
    // No TLS: the certificate would be public, and the connection never leaves the machine.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAXIMAL_SIZE,
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address)
      bytesOf(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 })
          return readMail(raw, { id: randomUUID(), to, received: new Date() })
        })
        .then((mail) => (deliver(mail), done()))
        .catch((error: unknown) => done(error instanceof Error ? error : new Error('The mail cannot be read.')))
    },
  })
  // Errors of single clients, such as an aborted connection, must not end the process.
  const used = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address: AddressInfo | string | null = server.server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the mail server has no port'))
      server.on('error', () => undefined)
      resolve(address.port)
    })
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `smtp://${HOST}:${used}`, close }
}
