// The style of what is offered: cards of dates, filters, the calendar, and the page of an event.

export const shopRules = `.eyebrow{color:var(--link);font-weight:650;font-size:.9375rem;margin:0 0 .35rem}
.lead{font-size:1.1875rem;line-height:1.55;color:var(--soft);max-width:40rem}
.facts{list-style:none;margin:.35rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;color:var(--soft);font-size:.9688rem}
.facts li{display:flex;gap:.45rem}
.facts .icon{margin-top:.2em}
.states{display:flex;flex-wrap:wrap;gap:.15rem 1rem;margin:0}
.state{display:inline-flex;align-items:center;gap:.35rem;font-size:.875rem;font-weight:650;color:var(--soft)}
.state::before{content:"";flex:none;width:.55rem;height:.55rem;border-radius:50%;background:currentColor}
.available,.sure{color:var(--good)}
.few,.waitingList{color:var(--warn)}
.full,.closed,.cancelled{color:var(--bad)}
.sure::before{display:none}
.price{margin:0;line-height:1.3}
.price strong{font-size:1.3125rem;letter-spacing:-.015em;white-space:nowrap;font-variant-numeric:tabular-nums}
.price small{display:block;text-wrap:balance;color:var(--soft);font-size:.875rem}
.dates{list-style:none;margin:0 0 1.5rem;padding:0}
.dates h2,.dates h3{font-size:1.1875rem;line-height:1.3;margin:0}
.dates h2 a,.dates h3 a{text-decoration:none}
.dates h2 a:hover,.dates h3 a:hover{text-decoration:underline}
.dates p{margin:0}
.dates .card{display:grid;grid-template-columns:4.25rem minmax(0,1fr);gap:.5rem 1rem;padding:1rem;position:relative}
.dates .card:hover{border-color:var(--line)}
.leaf{grid-row:span 2;align-self:start;background:var(--tint);border-radius:.625rem;text-align:center;line-height:1.15;padding:.6rem .25rem;font-size:.8125rem;font-weight:600;color:var(--link)}
.leaf b{display:block;font-size:1.75rem;letter-spacing:-.03em;color:var(--text)}
.dates .card>picture{grid-row:span 2;align-self:start}
.thumb{display:block;width:100%;aspect-ratio:1;object-fit:cover;border-radius:.625rem}
.act .price{flex:1 1 9rem}
.add{padding:.4rem 0}
.act{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;justify-content:space-between;grid-column:1/-1;padding-top:.75rem;border-top:1px solid var(--fine)}
.month{font-size:1.0625rem;margin:1.5rem 0 .75rem;color:var(--soft);font-weight:650}
.pages{display:flex;gap:1rem;flex-wrap:wrap;align-items:center}
.views{display:inline-flex;border:1px solid var(--line);border-radius:.625rem;overflow:hidden;background:var(--card)}
.views a{padding:.5rem 1rem;text-decoration:none;display:flex;gap:.45rem;align-items:center}
.views [aria-current]{background:var(--tint);color:var(--link);font-weight:650}
.top{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:end;justify-content:space-between;margin:0 0 1.25rem}
.top h1{margin:0}
.find{display:flex;gap:.5rem;margin:1.25rem 0 0;max-width:44rem}
.hero p{max-width:44rem}
.find input{flex:1}
.filters{position:relative;display:flex;flex-wrap:wrap;gap:.5rem;align-items:flex-start;margin:0 0 .75rem}
.filters details{margin:0;padding:0;border-radius:1.5rem}
.filters summary{padding:.6rem 1.1rem;list-style:none;display:flex;gap:.5rem;align-items:center}
.filters summary::-webkit-details-marker{display:none}
.filters summary::after{content:"";width:.5rem;height:.5rem;border:solid currentColor;border-width:0 2px 2px 0;transform:translateY(-.12rem) rotate(45deg)}
.filters [open] summary::after{transform:translateY(.12rem) rotate(225deg)}
.filters [open] ul{position:absolute;z-index:3;left:0;right:0;top:calc(100% + .5rem);background:var(--card);border:1px solid var(--line);border-radius:.875rem;box-shadow:0 12px 32px #00000026}
.filters .chosen{background:var(--tint);border-color:var(--link);color:var(--link)}
.filters ul{list-style:none;margin:0;padding:.75rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));column-gap:1rem;color:var(--text)}
.filters li a{display:flex;gap:.75rem;justify-content:space-between;padding:.45rem .6rem;border-radius:.4rem;text-decoration:none}
.filters li a:hover{background:var(--tint)}
.filters [aria-current]{font-weight:700;color:var(--link)}
.count{flex:none;color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
.chips{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:0 0 1rem}
.chips p{margin:0;font-weight:650}
.chips a{display:inline-block;padding:.3rem 0}
table.month-table{background:var(--card);border:1px solid var(--fine);border-radius:.875rem;border-collapse:separate;border-spacing:0;table-layout:fixed;overflow:hidden}
.turn{display:flex;gap:.5rem 1rem;align-items:center;justify-content:space-between;flex-wrap:wrap;margin:1.5rem 0 1rem}
.turn h2{margin:0;order:-1;flex-basis:100%}
.month-table ul{list-style:none;margin:0;padding:0}
.entry{display:block;padding:.35rem .5rem;border-radius:.4rem;border-left:3px solid var(--link);background:var(--tint);text-decoration:none;line-height:1.35;margin:0 0 .35rem;color:var(--text)}
.entry:hover{text-decoration:underline}
.entry.full,.entry.closed,.entry.waitingList{border-color:var(--line);background:none;color:var(--soft)}
.time{font-weight:650;font-variant-numeric:tabular-nums}
.city{color:var(--soft)}
.month-table thead,.month-table .none,.month-table .number{display:none}
.month-table,.month-table tbody,.month-table tr,.month-table td{display:block}
.month-table td{padding:.9rem 1rem;border-bottom:1px solid var(--fine)}
.month-table .long{display:block;font-weight:650;margin:0 0 .5rem}
@media(min-width:40rem){.turn h2{order:0;flex-basis:auto}}
@media(min-width:52rem){table.month-table{display:table}.month-table thead{display:table-header-group}.month-table tbody{display:table-row-group}.month-table tr{display:table-row}.month-table td,.month-table td.none{display:table-cell;vertical-align:top;height:7rem;padding:.4rem;border:0;border-top:1px solid var(--fine);font-size:.875rem}.month-table td+td{border-left:1px solid var(--fine)}.month-table th{padding:.6rem .5rem;text-align:left;font-size:.875rem;color:var(--soft)}.month-table .number{display:inline-grid;place-items:center;min-width:1.75rem;height:1.75rem;font-weight:600;margin:0 0 .25rem;font-size:.9375rem}.month-table td.none+td,.month-table td+td.none{border-left:1px solid var(--fine)}.month-table td.none .number{color:var(--soft);font-weight:400}.month-table td[aria-current] .number{background:var(--accent);color:var(--on);border-radius:50%}.month-table .long{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.entry{font-size:.8125rem;hyphens:auto}}
.crumb{margin:0 0 1rem;font-size:.9375rem}
.crumb a{text-decoration:none;padding:.3rem 0;display:inline-block}
.crumb a:hover{text-decoration:underline}
.event{display:grid;gap:1.5rem 3.5rem;grid-template-columns:minmax(0,1fr)}
.intro .facts{margin:1rem 0 0}
.intro{position:relative;padding:0 0 2rem}
.intro::before{content:"";position:absolute;z-index:-1;inset:-1.5rem 0 0;border-image:conic-gradient(var(--tint) 0 0) fill 0//0 100vw}
.picture{border-radius:.875rem;display:block;margin:1.5rem 0 0;width:100%;object-fit:cover}
.teaser{font-size:1.1875rem;line-height:1.55;margin:1.25rem 0 0;max-width:44rem}
.booking{margin:0;padding:1.5rem;box-shadow:0 1px 2px #0000000f,0 8px 24px #0000000f}
.booking>.price strong{font-size:1.875rem}
.booking .facts{flex-direction:column;color:var(--text);margin:0 0 .6rem}
.booking .button{display:block;margin:1.25rem 0 0;font-size:1.125rem}
.next{border-top:1px solid var(--fine);margin:1rem 0 0;padding:1rem 0 0}
.center{text-align:center;margin:.75rem 0 0}
.promise{display:flex;gap:.5rem;color:var(--good);font-size:.9375rem;font-weight:600;margin:1rem 0 0;line-height:1.4}
.promise .icon{margin-top:.15em}
.ask{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;border-top:1px solid var(--fine);padding:1rem 0 0;margin:1rem 0 0;font-size:.9375rem}
.ask a,.links a{display:inline-block;padding:.25rem 0}
.body section>h2:first-child{margin-top:2.25rem}
.body .text{max-width:46rem}
.body>:first-child h2:first-child{margin-top:0}
.text li{margin:.3rem 0}
.text ul{padding-left:1.25rem}
.text ul:where(.people,.places){list-style:none;padding:0}
.text h4{margin:1.25rem 0 .25rem;font-size:1.0625rem}
.text h3{margin:1.25rem 0 .25rem}
.purpose{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}
.purpose .text{background:var(--card);border:1px solid var(--fine);border-radius:.875rem;padding:1.25rem 1.5rem;max-width:none}
.purpose h2{margin:0 0 .5rem!important;font-size:1.1875rem}
.purpose ul{list-style:none;padding:0}
.purpose li{padding-left:1.75rem;position:relative}
.purpose li::before,.service li::before{content:"";position:absolute;left:.2rem;top:.45em;width:.8rem;height:.4rem;border:solid var(--link);border-width:0 0 2.5px 2.5px;transform:rotate(-45deg)}
.text.service ul{list-style:none;padding:0}
.text.service li{padding-left:1.75rem;position:relative}
.itinerary ul{list-style:none;padding:0 0 0 1.1rem;border-left:2px solid var(--fine)}
.itinerary strong{font-variant-numeric:tabular-nums;color:var(--link)}
.people{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:0}
.people li{display:flex;gap:.9rem;align-items:center;font-weight:600;margin:0}
.face{width:3.5rem;height:3.5rem;border-radius:50%;object-fit:cover;background:var(--tint);color:var(--link);display:grid;place-items:center;font-weight:700}
.places{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));margin:0}
.places .card,.places p{margin:0}
.places+p{margin-top:.75rem}
.price+.soft{margin-top:.35rem}
.places h3{margin:0}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
.share input{max-width:40rem}
.bar{position:sticky;bottom:0;margin:1.5rem -1rem -3rem;padding:.75rem 1rem;background:var(--card);border-top:1px solid var(--line);display:flex;gap:1rem;align-items:center;justify-content:space-between;z-index:2}
.bar>*{min-width:0}
.bar>.button{flex:none;max-width:60%}
.bar p{margin:0;font-size:.875rem;line-height:1.3}
.bar .price strong{font-size:1.1875rem}
.bar .price small{display:none}
@media(min-width:62rem){.event{grid-template-columns:minmax(0,1fr) 22.5rem}.booking{grid-column:2;grid-row:1/span 2;position:sticky;top:1rem;align-self:start}.bar{display:none}}
@media(min-width:48rem){.dates .card{grid-template:auto 1fr/5rem minmax(0,1fr) 15rem;gap:.35rem 1.5rem;padding:1.25rem;align-items:start}.act .price{flex:none}.act{grid-column:3;grid-row:1/span 2;flex-direction:column;align-items:flex-end;text-align:right;border:0;padding:0;gap:.5rem}}`
