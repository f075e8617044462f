/**
 * The script of the page after an e-mail was sent. Without it, the page works too.
 *
 * The field shows the code in two halves, takes pasted text with other separators, and submits a complete code once.
 * After a deleted character it changes nothing, so that the cursor stays. A screen reader reads one field.
 *
 * The button that requests another e-mail counts the seconds down until the limit allows it.
 */
export const emailScript = `(()=>{
const field=document.querySelector('[data-code]')
if(field){
const size=Number(field.getAttribute('data-code'))
const numeric=field.inputMode==='numeric'
const note=document.querySelector('[data-submits]')
const half=Math.ceil(size/2)
const read=(text)=>{
const code=text.normalize('NFKC').replace(/[\\u0660-\\u0669\\u06f0-\\u06f9]/g,(digit)=>String(digit.charCodeAt(0)&15))
return numeric?code.replace(/[^0-9]/g,''):code.toUpperCase().replace(/[\\s\\p{Pd}\\u200e\\u200f\\u2066-\\u2069]/gu,'')
}
let sent=''
field.addEventListener('input',(event)=>{
const code=read(field.value)
if(event.isComposing)return
const atEnd=field.selectionEnd===field.value.length
if(atEnd&&!String(event.inputType).startsWith('delete')&&/^[A-Z0-9]*$/.test(code))
field.value=code.length<half?code:code.slice(0,half)+(numeric?' ':'-')+code.slice(half)
if(code.length!==size||code===sent)return
sent=code
field.form.querySelector('button').click()
})
if(note)note.hidden=false
}
const button=document.querySelector('[data-retry-after]')
if(button){
const end=Date.now()+Number(button.getAttribute('data-retry-after'))*1000
const label=[...button.childNodes]
const waiting=button.getAttribute('data-waiting')
const two=(number)=>String(number).padStart(2,'0')
let timer
const show=()=>{
const left=Math.ceil((end-Date.now())/1000)
button.disabled=left>0
if(left<=0){
clearInterval(timer)
button.replaceChildren(...label)
const error=document.querySelector('.error')
if(error)error.remove()
return
}
const hours=Math.floor(left/3600)
const minutes=Math.floor(left/60)%60
const time=hours>0?hours+':'+two(minutes)+':'+two(left%60):minutes+':'+two(left%60)
button.textContent=waiting.replace('{time}',()=>time)
}
timer=setInterval(show,500)
show()
}
})()`
