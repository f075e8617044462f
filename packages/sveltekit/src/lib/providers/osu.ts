export * from '@gatehouse/core/providers/osu'
export { default } from '@gatehouse/core/providers/osu'
