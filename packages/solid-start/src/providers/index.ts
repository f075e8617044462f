export type * from '@authwright/core/providers'
