export * from '@gatehouse/core/providers/epic-games'
export { default } from '@gatehouse/core/providers/epic-games'
