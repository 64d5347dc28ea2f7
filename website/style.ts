// The style of the pages for visitors and of the widget: phone first, light and dark, print.
import { colorsOf, defaultAccent } from './colors.ts'
import { formRules } from './form-style.ts'
import { shopRules } from './shop-style.ts'

const fonts = {
  inter: 'Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  serif: 'Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",sans-serif',
} as const
export type Font = keyof typeof fonts

const declarations = (colors: Readonly<Record<string, string>>): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** Of the pages and the widget. */
const rules = `*{box-sizing:border-box}
a{color:inherit;text-underline-offset:.18em;text-decoration-thickness:.06em}
h1,h2,h3{text-wrap:balance;letter-spacing:-.012em}
h2{font-size:1.375rem;line-height:1.25;margin:2.5rem 0 .875rem}
h3{font-size:1.125rem;line-height:1.3;margin:0 0 .25rem}
p{margin:0 0 .75rem}
.soft{color:var(--soft)}
.small{font-size:.9375rem}
.card,.summary{background:var(--card);border:1px solid var(--fine);border-radius:.875rem;padding:1.25rem;margin:0 0 1rem}
.icon{width:1.15em;height:1.15em;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.2em}
.button,button{display:inline-block;font:inherit;font-weight:650;text-align:center;text-decoration:none;min-height:3rem;padding:.65rem 1.35rem;border:2px solid var(--accent);border-radius:.625rem;background:var(--accent);color:var(--on);cursor:pointer}
.button:hover,button:hover{filter:brightness(1.08)}
.plain{background:none;color:var(--text);border-color:var(--line)}
.plain:hover{background:var(--tint);filter:none}
.trap{position:absolute;left:-99rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{border:1px solid var(--line);border-radius:.625rem;padding:.6rem .9rem;margin:0 0 .5rem;background:var(--card)}
summary{cursor:pointer;font-weight:600}
table{border-collapse:collapse;width:100%}
img{max-width:100%;height:auto}
::placeholder{color:var(--soft);opacity:1}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
${shopRules}
${formRules}`

/**
 * The style of a page.
 * @param accentColor `#rrggbb` of buttons; '': the default one @param fontFaces of the font that no device brings
 */
export function styleOf(accentColor: string, font: Font, fontFaces: string): string {
  const accent = accentColor || defaultAccent
  return `${font === 'inter' ? `${fontFaces}\n` : ''}:root{color-scheme:light dark;${declarations(colorsOf(accent, 0))}}
@media(prefers-color-scheme:dark){:root{${declarations(colorsOf(accent, 1))}}}
html:has(.bar){scroll-padding-bottom:7rem}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.6 ${fonts[font]};overflow-wrap:anywhere}
main{max-width:75rem;margin:0 auto;padding:1.5rem 1rem 3rem;position:relative;z-index:0}
.hero{border-image:conic-gradient(var(--tint) 0 0) fill 0//0 100vw;margin:-1.5rem 0 1.5rem;padding:2rem 0 1.75rem}
header,footer{padding:.75rem max(1rem,(100% - 73rem)/2);background:var(--card)}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;justify-content:space-between;border-bottom:1px solid var(--fine)}
header>:first-child{display:flex;align-items:center;gap:.75rem;font-weight:700;line-height:1.25;text-decoration:none;min-height:2.75rem;flex:1 1 12rem}
@media(max-width:30rem){header>:first-child{font-size:.9375rem}}
header img{max-height:2.75rem;max-width:min(9rem,24vw);background:#fff;border-radius:.25rem}
footer{border-top:1px solid var(--fine);color:var(--soft);display:flex;flex-wrap:wrap;gap:.25rem 1.75rem;padding-block:1.5rem;font-size:.9375rem}
header nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
footer a,nav a,.link{display:inline-block;padding:.4rem 0}
.link{min-height:0;border:0;background:none;color:inherit;font-weight:400;text-decoration:underline;text-underline-offset:.15em}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.75rem;z-index:9}
h1{font-size:clamp(1.75rem,1.2rem + 2.4vw,2.75rem);line-height:1.12;letter-spacing:-.022em;margin:.25rem 0 1rem;max-width:24em}
main>p{max-width:44rem}
${rules}
@media print{body{background:#fff;color:#000;font-size:11pt}header nav,.filters,.button,button,.skip,.pages,.bar,.views,.share{display:none}.card{border:0;border-bottom:1px solid #999;border-radius:0;padding:.5rem 0}a{text-decoration:none}}`
}

/** The style in the shadow roots of the widget: the font of the page around it, and its colours where it sets `--kontor-…`. */
export function widgetStyle(): string {
  const dark = colorsOf(defaultAccent, 1)
  // The page around it may set another accent, from which no colour of texts can be computed.
  const derived = { link: 'var(--text)', tint: 'color-mix(in srgb,var(--accent) 10%,var(--card))' }
  const own = Object.entries({ ...colorsOf(defaultAccent, 0), ...derived }).map(
    ([name, light]) =>
      `--${name}:var(--kontor-${name},${name in derived ? light : `light-dark(${light},${dark[name as keyof typeof dark]})`})`,
  )
  return `:host{display:block;color:var(--text);line-height:1.55;overflow-wrap:anywhere;${own.join(';')}}
:host([hidden]){display:none}
:host([aria-busy=true]) form{opacity:.6}
${rules}`
}
