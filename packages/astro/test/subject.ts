import type { Subject } from '@authwright/testing/frameworks'

/** Astro with the built test application, which `start` serves. */
export const astroSubject = (start: Subject['start']): Subject => ({
  name: 'Astro 7',
  has: new Set(['error-page', 'http/1.1', 'mount', 'web-response']),
  start,
})
