import { contractOf } from './contract-of.ts'

// The application of version 8, with the settings of version 7.
contractOf('React Router 7', 'app', 'app-7')
