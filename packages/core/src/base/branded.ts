declare const proven: unique symbol

/**
 * A value that had to be checked, escaped or encrypted. Only the room that checks it can make one, so the wrong string
 * does not compile.
 */
export type Branded<Value, Name extends string> = Value & { readonly [proven]: Name }
