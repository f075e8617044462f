import { memoryAdapter } from '@authwright/testing'

/** Stands for an adapter with an SQL database. */
export const users = memoryAdapter()
