import { html, Markup } from './markup/html.ts'

/** Strings that end a script element or change the state of the HTML parser inside it (HTML §13.2.5.4). */
const ENDS_SCRIPT = /<\/script|<script|<!--/i

/** A script as the content of its element. Throws a `TypeError` if the source would end the element. */
export const script = (source: string): Markup => {
  if (ENDS_SCRIPT.test(source)) throw new TypeError('The script would end its element')
  return new Markup([source], [])
}

/**
 * Marks a submitted form as busy and prevents a second submit. The form becomes ready again when the user comes back to
 * the page, and after 8 seconds, because the user can stop the request. Submitted forms are kept in a map and not in a
 * property, which a field of that name could hide.
 */
const busyScript = script(`(()=>{
const sent=new Map()
const reset=(form)=>{const button=sent.get(form);sent.delete(form);if(button)button.removeAttribute('aria-busy')}
addEventListener('submit',(event)=>{
const form=event.target
if(event.defaultPrevented)return
if(sent.has(form))return event.preventDefault()
const button=event.submitter
sent.set(form,button)
if(button)button.setAttribute('aria-busy','true')
setTimeout(()=>reset(form),8000)
})
addEventListener('pageshow',(event)=>{if(event.persisted)for(const form of [...sent.keys()])reset(form)})
})()`)

/**
 * Filters a long list by the typed text. Ignores case and accents. Enter presses the button of the only match. Without
 * this script the page shows the whole list and no search field.
 */
const filterScript = script(`(()=>{
const box=document.querySelector('[data-filter]')
if(!box)return
const fold=(text)=>text.normalize('NFKD').replace(/\\p{M}/gu,'').toLowerCase().trim()
const field=box.querySelector('input')
const noMatch=document.querySelector('[data-no-match]')
const items=[...document.querySelectorAll('[data-name]')].map((item)=>({item,name:fold(item.getAttribute('data-name'))}))
const groups=[...document.querySelectorAll('[data-group]')]
const filter=()=>{
const text=fold(field.value)
for(const {item,name} of items)item.hidden=!name.includes(text)
for(const group of groups)group.hidden=!group.querySelector('[data-name]:not([hidden])')
noMatch.hidden=items.some(({item})=>!item.hidden)
}
field.addEventListener('input',filter)
field.addEventListener('keydown',(event)=>{
const matches=items.filter(({item})=>!item.hidden)
if(event.key==='Enter'&&matches.length===1)matches[0].item.querySelector('button').click()
})
box.hidden=false
filter()
})()`)

// The prototype's method, because a field called `submit` hides the method of the form (HTML §4.10.3).
const submitScript = script('HTMLFormElement.prototype.submit.call(document.forms[0])')

/** A feature of a page that has a script. */
export type PageFeature = 'email' | 'filter' | 'form' | 'passkey' | 'repost'

const sources: Readonly<Partial<Record<PageFeature, Markup>>> = {
  form: busyScript,
  filter: filterScript,
  repost: submitScript,
}

/** The scripts that are loaded with the pages that need them. */
export type FeatureScripts = Readonly<Partial<Record<'email' | 'passkey', Markup>>>

/** The scripts of a page, or `undefined` if it has none. */
export const pageScript = (features: readonly PageFeature[], scripts: FeatureScripts): Markup | undefined => {
  if (features.length === 0) return undefined
  const all = { ...sources, ...scripts }
  return html`${features.map((feature) => html`${all[feature]};`)}`
}
