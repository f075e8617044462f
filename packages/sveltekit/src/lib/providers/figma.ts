export * from '@gatehouse/core/providers/figma'
export { default } from '@gatehouse/core/providers/figma'
