import { expect, test } from 'vitest'
import { html, inAscii } from './html.ts'

test('text in a gap is escaped, in text and in attributes', () => {
  expect(html`<p title="${`"'\``}">${'<b>&amp;'}</p>`.toString()).toBe(
    '<p title="&quot;&#39;&#96;">&lt;b&gt;&amp;amp;</p>',
  )
})

test('markup in a gap stays markup, and is escaped only once', () => {
  const inner = html`<b>${'<'}</b>`
  expect(html`<p>${inner}</p>`.toString()).toBe('<p><b>&lt;</b></p>')
  expect(html`<p>${[inner, inner]}</p>`.toString()).toBe('<p><b>&lt;</b><b>&lt;</b></p>')
})

test('nothing leaves the gap empty', () => {
  expect(html`<p>${undefined}</p>`.toString()).toBe('<p></p>')
})

test('the text of markup is no markup', () => {
  expect(html`${html`<b></b>`.toString()}`.toString()).toBe('&lt;b&gt;&lt;/b&gt;')
})

test('text in the letters of ASCII means the same, and is no markup', () => {
  expect(html`<p>${inAscii('日本語 <b> 𝒳')}</p>`.toString()).toBe('<p>&#26085;&#26412;&#35486; &lt;b&gt; &#119987;</p>')
})
