export * from '@authwright/core/providers/naver'
export { default } from '@authwright/core/providers/naver'
