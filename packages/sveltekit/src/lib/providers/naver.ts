export * from '@gatehouse/core/providers/naver'
export { default } from '@gatehouse/core/providers/naver'
