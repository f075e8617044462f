export * from '@authwright/core/providers/figma'
export { default } from '@authwright/core/providers/figma'
