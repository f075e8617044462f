export * from '@authwright/test-kit/email/change-setup'
