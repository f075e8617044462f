import type { Adapter } from '@authwright/core/adapters'
import { adapter } from './adapter.ts'

/** Stands for an adapter that the developer writes. */
export const myAdapter = (_database?: object): Adapter => adapter
