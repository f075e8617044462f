import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

export const application = makeApplication(options)
