// `USE="session check" node site.mjs` handles the requests of one use of the site, and `USE=every` those of all.
import { Auth } from '@authwright/core'
import { config } from './config.mjs'
import { use } from './uses.mjs'

await use(Auth, config)
