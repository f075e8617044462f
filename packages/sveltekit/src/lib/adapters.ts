export type * from '@gatehouse/core/adapters'
