export * from '@authwright/core/providers/osu'
export { default } from '@authwright/core/providers/osu'
