// The style of the pages for visitors and of the widget: phone first, light and dark, print.

const fonts = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  serif: 'Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",sans-serif',
} as const
export type Font = keyof typeof fonts

const defaultAccent = '#1d5fae'

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever contrasts more with a colour. */
const textOn = (color: string): string => (luminanceOf(color) > 0.179 ? '#000' : '#fff')

/** Light and dark. */
const colors = {
  text: ['#1b1d21', '#e8eaed'],
  soft: ['#50565f', '#b3bac4'],
  back: ['#f4f5f7', '#16181c'],
  card: ['#fff', '#212429'],
  line: ['#7d8590', '#8b939e'],
  fine: ['#d5d9df', '#3a4048'],
  good: ['#1f6b37', '#7fcb91'],
  bad: ['#b3261e', '#ff9d94'],
} as const

const colorsOf = (scheme: 0 | 1): string =>
  Object.entries(colors)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';')

const rules = `*{box-sizing:border-box}
a{color:inherit;text-underline-offset:.15em}
h2{font-size:1.3rem;line-height:1.3;margin:2rem 0 .75rem}
h3{font-size:1.1rem;line-height:1.3;margin:0 0 .25rem}
p{margin:0 0 .75rem}
.soft{color:var(--soft)}
.card,form.book fieldset,.summary{background:var(--card);border:1px solid var(--fine);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
.dates{list-style:none;margin:0;padding:0}
.dates li{display:grid;gap:.5rem 1.5rem}
.dates p,.dates h2{margin:0}
.price{font-weight:700;font-size:1.15rem}
.available,.few{color:var(--good);font-weight:600}
.full,.closed,.cancelled{color:var(--bad);font-weight:600}
.waitingList{font-weight:600}
.button,button{display:inline-block;font:inherit;font-weight:600;text-align:center;text-decoration:none;min-height:2.9rem;padding:.6rem 1.25rem;border:2px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on);cursor:pointer}
.plain{background:none;color:var(--text);border-color:var(--line)}
.filters{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));gap:.75rem;align-items:end;margin:0 0 1.25rem}
label,legend{font-weight:600}
.filters label,.field label{display:block;margin:0 0 .2rem}
input:not([type=checkbox],[type=radio]),select,textarea{font:inherit;width:100%;min-height:2.9rem;padding:.45rem .6rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--text)}
textarea{min-height:5rem}
input[type=checkbox],input[type=radio]{width:1.4rem;height:1.4rem;margin:0;flex:none;accent-color:var(--accent)}
.check{display:flex;gap:.65rem;align-items:flex-start;font-weight:400;padding:.45rem 0}
form.book fieldset{min-width:0;display:grid;gap:.75rem;grid-template-columns:1fr}
form.book legend{float:left;width:100%;grid-column:1/-1;font-size:1.1rem;padding:0}
.wide{grid-column:1/-1}
.fields{display:grid;gap:.75rem;grid-template-columns:1fr;margin-top:.75rem}
.fields.wide{margin:0}
.question{font-weight:600}
.steps{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style-position:inside;padding:0;color:var(--soft)}
.steps [aria-current]{color:var(--text);font-weight:700}
.summary h2{margin-top:0}
.persons{margin:0 0 .75rem;padding-left:1.5rem;font-weight:600}
dl{margin:0 0 1rem}
dt{color:var(--soft)}
dd{margin:0 0 .5rem;white-space:pre-line}
.ways{display:grid;gap:.5rem;justify-items:start}
form.book:not(:has([name=kind][value=business]:checked)) .business{display:none}
form.book fieldset:not(:has([name$=self][value=other]:checked)) .other{display:none}
form.book fieldset:has([name$=self][value=later]:checked) .named{display:none}
.trap{position:absolute;left:-99rem}
.error{color:var(--bad);font-weight:600;margin:.2rem 0 0}
[aria-invalid]{border:2px solid var(--bad)!important}
[role=alert]{border:2px solid var(--bad);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1rem;background:var(--card)}
[role=alert] ul{margin:0;padding-left:1.2rem}
[role=alert] p{font-weight:700}
details{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .75rem;margin:0 0 .5rem;background:var(--card)}
summary{cursor:pointer;font-weight:600}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.3rem 0;vertical-align:top;border-bottom:1px solid var(--fine);font-weight:400}
td{text-align:right;white-space:nowrap;padding-left:1rem}
tr:last-child>*{font-weight:700;border:0}
.pages{display:flex;gap:1rem;flex-wrap:wrap}
img{max-width:100%;height:auto}
.picture{border-radius:.75rem;display:block;margin:0 0 1rem}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
@media(min-width:40rem){.dates li{grid-template-columns:1fr auto;align-items:center}.dates .act{text-align:right}form.book fieldset,.fields{grid-template-columns:1fr 1fr}}`

/**
 * The style of a page.
 * @param accentColor `#rrggbb` of buttons; '': the default one
 */
export function styleOf(accentColor: string, font: Font): string {
  const accent = accentColor || defaultAccent
  return `:root{color-scheme:light dark;${colorsOf(0)};--accent:${accent};--on:${textOn(accent)}}
@media(prefers-color-scheme:dark){:root{${colorsOf(1)}}}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.55 ${fonts[font]};overflow-wrap:anywhere}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between}
header>a:first-child{display:flex;align-items:center;gap:.75rem;font-weight:700;text-decoration:none;min-height:2.75rem}
header img{max-height:3rem;max-width:12rem;background:#fff;border-radius:.25rem}
footer{border-top:1px solid var(--fine);color:var(--soft);display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
header nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
.add{display:inline-block;padding:.4rem 0;margin:0 0 0 .75rem}
footer a,nav a,.link{display:inline-block;padding:.4rem 0}
.link{min-height:0;border:0;background:none;color:inherit;font-weight:400;text-decoration:underline;text-underline-offset:.15em}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.75rem;z-index:1}
h1{font-size:clamp(1.5rem,5vw,2.1rem);line-height:1.2;margin:.5rem 0 1rem}
${rules}
@media print{body{background:#fff;color:#000;font-size:11pt}header nav,.filters,.button,button,.skip,.pages{display:none}.card{border:0;border-bottom:1px solid #999;border-radius:0;padding:.5rem 0}a{text-decoration:none}}`
}

/** The style in the shadow roots of the widget: the font of the page around it, and its colours where it sets `--kontor-…`. */
export function widgetStyle(): string {
  const own = Object.entries(colors).map(
    ([name, [light, dark]]) => `--${name}:var(--kontor-${name},light-dark(${light},${dark}))`,
  )
  return `:host{display:block;color:var(--text);line-height:1.55;overflow-wrap:anywhere;${own.join(';')};--accent:var(--kontor-accent,${defaultAccent});--on:var(--kontor-on,${textOn(defaultAccent)})}
:host([hidden]){display:none}
:host([aria-busy=true]) form{opacity:.6}
${rules}`
}
