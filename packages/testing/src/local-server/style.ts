/** The one style sheet of the test servers' pages. Their content security policy contains its hash. */
export const style = `
:root { --ink: #1c1b22; --soft: #5b5966; --line: #dcdae4; --paper: #fff; --ground: #f4f3f8; --accent: #4b3fbf }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1f0f6; --soft: #aeabbb; --line: #3a3847; --paper: #211f2b; --ground: #15141b; --accent: #a89dff }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--accent) }
h1 { margin: 0 0 .25rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance }
h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
p { margin: 0 0 1rem }
.soft { color: var(--soft); font-size: .9rem }
.card { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem }
.wide { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem }
.wide article { margin: 1.5rem 0; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem }
button { display: flex; gap: .9rem; align-items: center; width: 100%; margin: 0 0 .6rem; padding: .7rem .9rem; text-align: left;
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .75rem; cursor: pointer }
button:hover { border-color: var(--accent) }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button img { width: 2.5rem; height: 2.5rem; border-radius: 50% }
button span { display: block; min-width: 0; overflow-wrap: anywhere }
button strong { display: block }
.deny { justify-content: center; margin: 1.2rem 0 0; color: var(--soft) }
iframe { display: block; width: 100%; height: 26rem; margin: 1rem 0 .5rem; background: #fff; border: 1px solid var(--line); border-radius: .5rem }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.5 ui-monospace, monospace }
summary { cursor: pointer; color: var(--soft); font-size: .9rem }
`
