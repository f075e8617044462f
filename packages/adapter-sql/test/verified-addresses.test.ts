import { engines } from './engines.ts'
import { testVerifiedAddresses } from './verified-addresses.ts'

testVerifiedAddresses([engines.sqlite, engines.pglite])
