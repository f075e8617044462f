import { startEmulator } from '@gatehouse/testing/emulator'
import { beChild } from './child.mjs'

beChild(async (/** @type {{ port: number }} */ { port }) => {
  const emulator = await startEmulator({ port })
  return { url: emulator.origin, close: () => emulator.close() }
})
