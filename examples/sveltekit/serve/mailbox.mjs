import { startMailbox } from '@authwright/testing/mailbox'
import { runAsChild } from './child.mjs'

runAsChild(async (/** @type {{ port: number, smtpPort: number }} */ { port, smtpPort }) => {
  const mailbox = await startMailbox({ httpPort: port, smtpPort })
  return { url: mailbox.url, close: () => mailbox.close() }
})
