/** FNV-1a, folded to 16 bits: enough to distinguish two secrets in a log, too little to verify a guess. */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, '0')
}

/**
 * A text that must not be printed. Logs, JSON and string concatenation show its fingerprint; only `reveal()` returns it.
 *
 * @example
 * `${new Secret('correct horse battery staple')}` // 'Secret(…)' with four hexadecimal digits
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return `Secret(${fingerprint(this.#text)})`
  }

  toJSON(): string {
    return this.toString()
  }

  /** The output of `console.log` and `util.inspect` in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}
