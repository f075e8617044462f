/** The `User-Agent` of outbound requests (RFC 9110 §10.1.5). */
export const PRODUCT = 'authwright/0.1.0'
