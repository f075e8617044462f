/** Longer than any other request, and shorter than the deadlines of the library. */
export const SLOW_MS = 1500
