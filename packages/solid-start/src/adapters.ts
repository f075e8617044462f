export type * from '@authwright/core/adapters'
