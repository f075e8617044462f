import { startEmulator } from '@authwright/emulator'
import { runAsChild } from './child.mjs'

runAsChild(async (/** @type {{ port: number }} */ { port }) => {
  const emulator = await startEmulator({ port })
  return { url: emulator.origin, close: () => emulator.close() }
})
