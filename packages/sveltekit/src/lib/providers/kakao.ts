export * from '@authwright/core/providers/kakao'
export { default } from '@authwright/core/providers/kakao'
