export type * from '@gatehouse/core/providers'
