import { script } from '../markup/script.ts'
import type { Markup } from '../markup/html.ts'

/**
 * A form that was sent says so and is not sent twice. It is ready again when the person comes back to the page, and after
 * a while, should the request have been stopped. Forms are kept in a set: a field could bear any name that is asked of them.
 */
export const busy: Markup = script(`(()=>{
const sent=new Map()
const free=(form)=>{const button=sent.get(form);sent.delete(form);if(button)button.removeAttribute('aria-busy')}
addEventListener('submit',(event)=>{
const form=event.target
if(event.defaultPrevented)return
if(sent.has(form))return event.preventDefault()
const button=event.submitter
sent.set(form,button)
if(button)button.setAttribute('aria-busy','true')
setTimeout(()=>free(form),8000)
})
addEventListener('pageshow',(event)=>{if(event.persisted)for(const form of [...sent.keys()])free(form)})
})()`)
