import { fileURLToPath } from 'node:url'

/** The arguments of Node for `program.mjs`. The heap is so large that nothing is collected between two readings. */
export const command = [
  '--expose-gc',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  fileURLToPath(new URL('program.mjs', import.meta.url)),
]
