import type { Site } from '../config/site.ts'
import type { Words } from '../types/words.ts'
import type { RequestInternal } from '../web/request.ts'
import { english } from '../words/english.ts'

/** The words of a mail: in the language of the page that was asked for it. */
export const mailWords = (_request: RequestInternal, _site: Site): Words => english
