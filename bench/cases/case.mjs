// A case is a row of the table: one operation, done by several libraries that are measured together.

export const FLOOR = 'floor'
export const PEER = '@auth/core'
export const OWN = 'Authwright'

/**
 * @typedef {object} Case
 * @property {keyof typeof import('./works.mjs').works} id its name in gates.json
 * @property {(onClose: (close: () => Promise<void>) => void) => Promise<Readonly<Record<string,
 *   import('../measure.mjs').Entry>>>} load the implementations by name: `FLOOR` and `OWN`, mostly `PEER`, and others.
 *   `onClose` registers what ends the servers of the case.
 */
