import { expect, test } from 'vitest'
import { escapeNonAscii, html, prepare } from './html.ts'

test('escapes text in content and in attributes', () => {
  expect(html`<p title="${`"'\``}">${'<b>&amp;'}</p>`.toString()).toBe(
    '<p title="&quot;&#39;&#96;">&lt;b&gt;&amp;amp;</p>',
  )
})

test('does not escape markup again', () => {
  const inner = html`<b>${'<'}</b>`
  expect(html`<p>${inner}</p>`.toString()).toBe('<p><b>&lt;</b></p>')
  expect(html`<p>${[inner, inner]}</p>`.toString()).toBe('<p><b>&lt;</b><b>&lt;</b></p>')
})

test('adds nothing for undefined', () => {
  expect(html`<p>${undefined}</p>`.toString()).toBe('<p></p>')
})

test('escapes the string of a markup value', () => {
  expect(html`${html`<b></b>`.toString()}`.toString()).toBe('&lt;b&gt;&lt;/b&gt;')
})

test('writes non-ASCII text as character references, and escapes it', () => {
  expect(html`<p>${escapeNonAscii('日本語 <b> 𝒳')}</p>`.toString()).toBe(
    '<p>&#26085;&#26412;&#35486; &lt;b&gt; &#119987;</p>',
  )
})

test('renders a prepared template once, and escapes each value', () => {
  let times = 0
  const render = prepare((page) => {
    times += 1
    return html`<a href="${page}en">${'<'}</a><a href="${page}de"></a>`
  })
  expect(render('/a"?').toString()).toBe('<a href="/a&quot;?en">&lt;</a><a href="/a&quot;?de"></a>')
  expect(render(html`<b></b>`).toString()).toBe('<a href="<b></b>en">&lt;</a><a href="<b></b>de"></a>')
  expect(times).toBe(1)
})
