/** The one style sheet of the test servers' pages. Their content security policy contains its hash. */
export const style = `
:root { --ink: #15181e; --soft: #565d6b; --line: #dcdfe7; --paper: #fff; --ground: #f2f3f6; --accent: #2f5bd0; --surface: #f5f6f9;
  --shadow: 0 1px 2px #15181e0d, 0 16px 40px -16px #15181e24 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef2; --soft: #a6adba; --line: #323844; --paper: #16191f; --ground: #0d0f13; --accent: #9db8ff; --surface: #1b1f26;
    --shadow: 0 0 0 1px #0003 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
a { color: var(--accent) }
h1 { margin: 0 0 .25rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance }
h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
p { margin: 0 0 1rem }
.soft { color: var(--soft); font-size: .9rem }
.card { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow) }
.wide { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem }
.wide article { margin: .75rem 0; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; box-shadow: var(--shadow) }
article > details > summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; padding: .75rem 1rem; color: inherit; font-size: 1rem; list-style: none; border-radius: .75rem }
article > details > summary::-webkit-details-marker { display: none }
article > details > summary:hover { background: var(--surface) }
.avatar { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; color: var(--paper); background: var(--accent); font-weight: 650 }
.about { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere }
.about strong, .about span { display: block }
.about span, summary time { color: var(--soft); font-size: .9rem }
.mail { padding: 1rem; border-top: 1px solid var(--line) }
[hidden] { display: none }
button { display: flex; gap: .9rem; align-items: center; width: 100%; margin: 0 0 .6rem; padding: .7rem .9rem; text-align: left;
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .75rem; cursor: pointer }
button:hover { border-color: var(--accent) }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button img { width: 2.5rem; height: 2.5rem; border-radius: 50% }
button span { display: block; min-width: 0; overflow-wrap: anywhere }
button strong { display: block }
.deny { justify-content: center; margin: 1.2rem 0 0; color: var(--soft) }
iframe { display: block; width: 100%; height: 40rem; margin: 1rem 0 .5rem; resize: vertical; background: #fff; border: 1px solid var(--line); border-radius: .5rem }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.5 ui-monospace, monospace }
.outcome { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .85rem }
.failed { --line: #d0453a; color: var(--ink) }
.explained { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface) }
.explained p:last-child { margin: 0 }
.steps { margin: .5rem 0 1.5rem; padding: 0; list-style: none }
.steps li { padding: .4rem .75rem; border-left: 3px solid var(--line) }
.steps pre { margin: .1rem 0 0; color: var(--soft) }
summary { cursor: pointer; color: var(--soft); font-size: .9rem }
`
