import { contractOf } from './contract-of.ts'

contractOf('React Router 8', 'app')
