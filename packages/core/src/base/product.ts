/** What this library calls itself where it asks for something: product and version (RFC 9110 §10.1.5). */
export const PRODUCT = 'authwright/0.1.0'
