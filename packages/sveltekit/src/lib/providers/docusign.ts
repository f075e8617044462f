export * from '@gatehouse/core/providers/docusign'
export { default } from '@gatehouse/core/providers/docusign'
