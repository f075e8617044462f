import { memoryAdapter } from '@authwright/testing'

/** Stands for the adapter of the application. */
export const adapter = memoryAdapter()
