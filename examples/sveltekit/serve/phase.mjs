import process from 'node:process'

/**
 * The number of a phase of `npm start`, for the beginning of its messages: `[2/3] `. The first phase installs the packages.
 * It is empty for a demo that was started in another way.
 *
 * @param {2 | 3} number
 */
export const phase = (number) => (process.argv.includes('--numbered') ? `[${number}/3] ` : '')
