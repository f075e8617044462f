import { script } from '../markup/script.ts'
import type { Markup } from '../markup/html.ts'

/**
 * Narrows a long list to what is typed, without regard to case and accents. Enter takes the only one left. Without the
 * script the whole list stands, and the field stays hidden.
 */
export const find: Markup = script(`(()=>{
const box=document.querySelector('[data-find]')
if(!box)return
const fold=(text)=>text.normalize('NFKD').replace(/\\p{M}/gu,'').toLowerCase().trim()
const field=box.querySelector('input')
const none=document.querySelector('[data-none]')
const ways=[...document.querySelectorAll('[data-way]')].map((way)=>({way,name:fold(way.getAttribute('data-way'))}))
const groups=[...document.querySelectorAll('[data-group]')]
const narrow=()=>{
const wanted=fold(field.value)
for(const {way,name} of ways)way.hidden=!name.includes(wanted)
for(const group of groups)group.hidden=!group.querySelector('[data-way]:not([hidden])')
none.hidden=ways.some(({way})=>!way.hidden)
}
field.addEventListener('input',narrow)
field.addEventListener('keydown',(event)=>{
const left=ways.filter(({way})=>!way.hidden)
if(event.key==='Enter'&&left.length===1)left[0].way.querySelector('button').click()
})
box.hidden=false
narrow()
})()`)
