#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startEmulator } from './index.ts'
import { untilStopped } from '@authwright/testing/local-server'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

const emulator = await startEmulator({ port: Number(values.port) })
console.log(`Emulated providers: ${emulator.origin}`)
await untilStopped()
await emulator.close()
