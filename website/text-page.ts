// The content of pages that are texts and questions, such as a booking by its link, below the frame of all pages for visitors.
import { h, type VNode } from 'preact'

export const textPageStyle = `
.text{background:var(--card);border:1px solid var(--fine);border-radius:.75rem;padding:clamp(1rem,4vw,2rem);max-width:44rem;margin:0 auto}
.text h1{margin-top:0;font-size:clamp(1.35rem,5vw,2rem);hyphens:auto}
.text h2{margin:1.25rem 0 .5rem}
.text dl{display:grid;grid-template-columns:minmax(6rem,30%) 1fr;gap:.25rem 1rem}
.text dd{margin:0}
.text form>button,.save button{width:100%;margin-top:.5rem}
.parts{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem}
.parts a{padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;text-decoration:none}
.parts [aria-current]{border-color:var(--accent);background:var(--accent);color:var(--on);font-weight:600}
.files{list-style:none;margin:0 0 1rem;padding:0}
.files a,.text p>a:only-child{display:inline-block;padding:.4rem 0}
details p{white-space:pre-line;margin:.5rem 0}
[role=status]{font-weight:600;color:var(--good)}
.text fieldset{border:0;border-top:1px solid var(--fine);margin:0;padding:.75rem 0;min-width:0;display:flex;flex-wrap:wrap;gap:.5rem}
.text legend{float:left;width:100%;padding:0}
.text fieldset>label{flex:1 1 7.5rem;display:flex;align-items:center;justify-content:center;gap:.5rem;min-height:3rem;padding:.25rem .5rem;border:2px solid var(--line);border-radius:.5rem;font-weight:400;cursor:pointer}
.text fieldset>label:has(:checked){border-color:var(--text);font-weight:600}
.text fieldset>label:has(:focus-visible){outline:3px solid var(--text);outline-offset:2px}
.text fieldset>label.attended:has(:checked){background:var(--good);border-color:var(--good);color:var(--card)}
.text fieldset>label.absent:has(:checked){border-color:var(--bad);color:var(--bad)}
.text fieldset>label input{accent-color:currentColor;width:1.5rem;height:1.5rem}
.text fieldset .field{flex:1 1 100%}
.text .check label{display:flex;gap:.65rem;font-weight:400}
.save{padding:.5rem 0}
.save.long{position:sticky;bottom:0;background:var(--card)}
.other{background:none;color:var(--text);border-color:var(--line)}
html:has(.save.long){scroll-padding-bottom:9rem}`

/** @param html of pageContent */
export const textBlock = (html: string): VNode =>
  h('div', { class: 'text', dangerouslySetInnerHTML: { __html: html } })
