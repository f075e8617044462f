export * from '@gatehouse/core/providers/yandex'
export { default } from '@gatehouse/core/providers/yandex'
