import { startMailbox } from '@authwright/testing/mailbox'
import { beChild } from './child.mjs'

beChild(async (/** @type {{ port: number, smtpPort: number }} */ { port, smtpPort }) => {
  const mailbox = await startMailbox({ httpPort: port, smtpPort })
  return { url: mailbox.url, close: () => mailbox.close() }
})
