declare const brand: unique symbol

/**
 * A value that was checked, escaped or encrypted. Only the module that checks it asserts the brand, so an unchecked string
 * does not compile in its place.
 */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name }
