export type * from '../types/messages.ts'
