import { adapter } from './adapter.ts'

export { adapter }

export const secret = 'a secret for the tokens of providers'
export const client = { client_id: 'demo', client_secret: 'demo-secret' }
export const tokenEndpoint = 'https://oauth2.googleapis.com/token'

/** Stands for a query of the application: the rows of its table of accounts. */
export const readAccounts = () => adapter.listAccounts('1')
