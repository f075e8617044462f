import { startEmulator } from '@authwright/emulator'
import { beChild } from './child.mjs'

beChild(async (/** @type {{ port: number }} */ { port }) => {
  const emulator = await startEmulator({ port })
  return { url: emulator.origin, close: () => emulator.close() }
})
