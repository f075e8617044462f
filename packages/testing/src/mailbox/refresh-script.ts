/**
 * Adds new mails at the top of the page every two seconds, and renews the times. It moves no mail that is there: a moved
 * frame would load again, and an open mail would close.
 */
export const refreshScript = `(()=>{
const list=document.getElementById('mails')
const refresh=async()=>{
const response=await fetch('/')
if(!response.ok)return
const fresh=new DOMParser().parseFromString(await response.text(),'text/html')
const mails=[...fresh.querySelectorAll('article')]
for(const mail of mails.reverse()){
const known=document.getElementById(mail.id)
if(!known)list.prepend(document.importNode(mail,true))
else known.querySelector('time').textContent=mail.querySelector('time').textContent
}
document.getElementById('empty').hidden=mails.length>0
}
setInterval(()=>{if(!document.hidden)refresh().catch(()=>undefined)},2000)
})()`
