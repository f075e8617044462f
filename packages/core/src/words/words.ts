export type * from '../types/words.ts'
