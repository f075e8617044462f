export * from '@authwright/test-kit/email/setup'
