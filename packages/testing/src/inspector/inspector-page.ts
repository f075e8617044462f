import { html, type Markup } from '../local-server/markup.ts'
import { page } from '../local-server/render-page.ts'
import type { Decision, InspectedRequest } from './decisions.ts'
import type { Timeline } from './timeline.ts'

/**
 * Opens the request that the address names, as the link in the terminal does. Replaces the list when it has changed, every two seconds;
 * what is open stays open.
 */
export const inspectorScript = `(()=>{
let named=location.hash.slice(1)
const reveal=()=>{
const section=document.getElementById(named)
if(!section)return
named=''
section.closest('details').open=true
section.closest('article').scrollIntoView()
}
reveal()
addEventListener('hashchange',()=>{named=location.hash.slice(1);reveal()})
let last=document.querySelector('main').innerHTML
const refresh=async()=>{
const response=await fetch(location.href)
if(!response.ok)return
const fresh=new DOMParser().parseFromString(await response.text(),'text/html').querySelector('main')
if(fresh.innerHTML===last)return
last=fresh.innerHTML
const open=new Set([...document.querySelectorAll('details[open]')].map(({id})=>id))
for(const details of fresh.querySelectorAll('details'))if(open.has(details.id))details.open=true
document.querySelector('main').replaceWith(document.importNode(fresh,true))
reveal()
}
setInterval(()=>{if(!document.hidden)refresh().catch(()=>undefined)},2000)
})()`

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** One line for each fact. The cookies of a response are a list of names with attributes. */
const factLines = (facts: Decision['facts']): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) =>
      Array.isArray(value)
        ? `${name}: ${value.map((item) => `\n  ${write(item)}`).join('')}`
        : `${name}: ${write(value)}`,
    )
    .join('\n')

const timeOf = (time: number): string => new Date(time).toISOString().slice(11, 23)

const decisionItem = ({ time, step, facts }: Decision, start: number): Markup =>
  html`<li class="${step === 'failure' ? 'failed' : ''}">
    <strong>${step}</strong> <span class="soft">+${time - start} ms</span>
    <pre>${factLines(facts)}</pre>
  </li>`

const requestSection = ({ id, decisions }: InspectedRequest): Markup => {
  const { method, address } = decisions.find(({ step }) => step === 'request')?.facts ?? {}
  const start = decisions[0]?.time ?? 0
  return html`<section id="${id}">
    <h2>${write(method ?? '')} ${write(address ?? 'A request')} <time class="soft">${timeOf(start)}</time></h2>
    <ol class="steps">
      ${decisions.map((decision) => decisionItem(decision, start))}
    </ol>
  </section>`
}

const explanation = ({ failure, docs, advice }: Timeline): Markup | undefined => {
  if (failure === undefined && advice.length === 0) return undefined
  const link =
    docs === undefined ? undefined : html`<p><a href="${docs}" rel="noreferrer">Documentation of this error</a></p>`
  return html`<div class="${failure === undefined ? 'explained' : 'explained failed'}">
    ${failure === undefined ? undefined : html`<pre>${failure.join('\n')}</pre>`}
    ${advice.map((text) => html`<p><strong>What to change:</strong> ${text}</p>`)}${link}
  </div>`
}

const timelineArticle = (timeline: Timeline): Markup => {
  const { id, about, outcome, requests, failure } = timeline
  const start = requests[0]?.decisions[0]?.time ?? 0
  return html`<article>
    <details id="t-${id}">
      <summary>
        <span class="about"><strong>${about}</strong><span>${failure?.[0] ?? ''}</span></span>
        <span class="${outcome === 'failed' ? 'outcome failed' : 'outcome'}">${outcome}</span>
        <time>${timeOf(start)}</time>
      </summary>
      <div class="mail">${explanation(timeline)}${requests.map(requestSection)}</div>
    </details>
  </article>`
}

/** The sign-ins of an application, each with what the library decided and why. */
export const inspectorPage = (timelines: readonly Timeline[]): Markup =>
  page(
    'Inspector',
    html`<main class="wide">
      <h1>Inspector</h1>
      <p class="soft">
        Every sign-in of your application, with what the library decided. Times are UTC. No secrets are shown.
      </p>
      ${timelines.length === 0 ? html`<p>No sign-in yet. Sign in to your application.</p>` : timelines.map(timelineArticle)}
    </main>`,
    inspectorScript,
  )
