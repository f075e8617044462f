export * from '@authwright/core/providers/docusign'
export { default } from '@authwright/core/providers/docusign'
