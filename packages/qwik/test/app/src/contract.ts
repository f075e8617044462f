import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks/application'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

export const application = await makeApplication(options)
