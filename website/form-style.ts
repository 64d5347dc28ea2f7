// The style of forms: fields, errors, the steps of a booking and the sum beside them.

export const formRules = `form.book fieldset,.entered{background:var(--card);border:1px solid var(--fine);border-radius:.875rem;padding:1.25rem;margin:0 0 1rem;min-width:0}
label,legend{font-weight:600}
.field label{display:block;margin:0 0 .25rem}
input:not([type=checkbox],[type=radio]),select,textarea{font:inherit;width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--text)}
textarea{min-height:7rem}
input[type=checkbox],input[type=radio]{width:1.4rem;height:1.4rem;margin:0;flex:none;accent-color:var(--link)}
.check{display:flex;gap:.65rem;align-items:flex-start;font-weight:400;padding:.45rem 0}
form.book fieldset{display:grid;gap:.9rem 1rem;grid-template-columns:1fr}
form.book legend{float:left;width:100%;grid-column:1/-1;font-size:1.1875rem;font-weight:700;letter-spacing:-.012em;padding:0}
.wide{grid-column:1/-1}
.fields{display:grid;gap:.9rem 1rem;grid-template-columns:1fr;margin-top:.75rem}
.fields.wide{margin:0}
.question{font-weight:600}
.steps{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;list-style:none;counter-reset:step;margin:0 0 1.5rem;padding:0;color:var(--soft);font-size:.9375rem}
.steps li{counter-increment:step;display:flex;align-items:center;gap:.5rem}
.steps li::before{content:counter(step);display:grid;place-items:center;width:1.75rem;height:1.75rem;border:1.5px solid var(--line);border-radius:50%;font-weight:700;font-size:.875rem}
.steps .done::before{content:"✓";border-color:var(--good);color:var(--good)}
.steps [aria-current]{color:var(--text);font-weight:700}
.steps [aria-current]::before{background:var(--accent);border-color:var(--accent);color:var(--on)}
.summary h2,.entered h2{margin-top:0;font-size:1.1875rem}
.persons{margin:0 0 .75rem;padding-left:1.5rem;font-weight:600}
dl{margin:0 0 1rem}
dt{color:var(--soft)}
dd{margin:0 0 .5rem;white-space:pre-line}
.ways{display:grid;gap:.5rem;justify-items:start}
form.book:not(:has([name=kind][value=business]:checked)) .business{display:none}
form.book fieldset:not(:has([name$=self][value=other]:checked)) .other{display:none}
form.book fieldset:has([name$=self][value=later]:checked) .named{display:none}
.error{color:var(--bad);font-weight:600;margin:.2rem 0 0}
[aria-invalid]{border:2px solid var(--bad)!important}
[role=alert]{border:2px solid var(--bad);border-radius:.625rem;padding:.75rem 1rem;margin:0 0 1rem;background:var(--card)}
[role=alert] ul{margin:0;padding-left:1.2rem}
[role=alert] p{font-weight:700}
.summary td,.summary th{text-align:left;padding:.35rem 0;vertical-align:top;border-bottom:1px solid var(--fine);font-weight:400;hyphens:auto}
.summary td{text-align:right;white-space:nowrap;padding-left:1rem;font-variant-numeric:tabular-nums}
.summary table:not(.lines) tr:last-child>*{font-weight:700;font-size:1.25rem;border:0}
.narrow{max-width:46rem}
.go{width:100%;font-size:1.125rem}
@media(min-width:40rem){form.book fieldset,.fields{grid-template-columns:1fr 1fr}}
@media(min-width:62rem){main>form.book:not(.narrow){display:grid;grid-template-columns:minmax(0,1fr) 23rem;gap:0 2rem;align-items:start}main>form.book:not(.narrow)>*{grid-column:1}main>form.book:not(.narrow)>.side{grid-column:2;grid-row:1/span 99;position:sticky;top:1rem}}`
