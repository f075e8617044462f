export * from '@gatehouse/core/providers/kakao'
export { default } from '@gatehouse/core/providers/kakao'
