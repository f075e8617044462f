import { providerMap } from '../../auth'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = ({ url }) => ({ providerMap, error: url.searchParams.get('error') })
