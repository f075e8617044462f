export type * from '../types/providers.ts'
