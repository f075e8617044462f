export * from '@authwright/core/providers/epic-games'
export { default } from '@authwright/core/providers/epic-games'
