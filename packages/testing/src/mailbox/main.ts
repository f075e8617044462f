#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startMailbox } from '../mailbox.ts'
import { untilStopped } from '../local-server/until-stopped.ts'

const { values } = parseArgs({
  options: { 'smtp-port': { type: 'string', default: '0' }, 'http-port': { type: 'string', default: '0' } },
})

const mailbox = await startMailbox({ smtpPort: Number(values['smtp-port']), httpPort: Number(values['http-port']) })
console.log(`Mailbox: ${mailbox.url} receives by ${mailbox.smtpUrl}`)
await untilStopped()
await mailbox.close()
