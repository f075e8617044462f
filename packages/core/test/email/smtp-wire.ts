import { createServer, type AddressInfo, type Socket } from 'node:net'

/** An e-mail as received, byte for byte. */
export interface Envelope {
  /** The text between the brackets of each `RCPT TO`. */
  readonly recipients: readonly string[]
  /** The unfolded headers, one per line. */
  readonly headers: readonly string[]
}

export interface Wire {
  readonly url: string
  readonly envelopes: Envelope[]
  readonly close: () => Promise<void>
}

const END = '\r\n.\r\n'

const headersOf = (data: string): readonly string[] =>
  data
    .slice(0, data.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')

/** The minimum of SMTP (RFC 5321, with SMTPUTF8 of RFC 6531), so that no other parser changes the addresses. */
const converse = (socket: Socket, keep: (envelope: Envelope) => void): void => {
  let recipients: string[] = []
  let received = ''
  let isData = false
  const reply = (line: string): void => void socket.write(`${line}\r\n`)
  const execute = (line: string): void => {
    const [verb = ''] = line.split(/[ :]/)
    if (verb === 'EHLO') return reply('250-wire\r\n250-8BITMIME\r\n250 SMTPUTF8')
    if (verb === 'RCPT') recipients.push(/^RCPT TO:<(.*)>/.exec(line)?.[1] ?? line)
    isData = verb === 'DATA'
    reply(isData ? '354 go on' : '250 well')
  }
  const readNext = (): boolean => {
    const separator = isData ? END : '\r\n'
    const at = received.indexOf(separator)
    if (at < 0) return false
    const text = received.slice(0, at)
    received = received.slice(at + separator.length)
    if (!isData) execute(text)
    else {
      keep({ recipients, headers: headersOf(`${text}\r\n\r\n`) })
      recipients = []
      isData = false
      reply('250 taken')
    }
    return true
  }
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    received += chunk
    let isComplete = true
    while (isComplete) isComplete = readNext()
  })
  reply('220 wire ESMTP')
}

/** A local mail server that records recipients and headers, byte for byte. */
export const startWire = async (): Promise<Wire> => {
  const envelopes: Envelope[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => void sockets.delete(socket))
    converse(socket, (envelope) => void envelopes.push(envelope))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `smtp://127.0.0.1:${port}`, envelopes, close }
}
