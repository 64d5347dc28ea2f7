const url = 'https://kontor.example/public/v1/dates?limit=5&key=pk_demo'
const first = await fetch(url)
const copy = { etag: first.headers.get('etag'), body: await first.json() }
console.log(first.status)

const second = await fetch(url, { headers: { 'If-None-Match': copy.etag } })
console.log(second.status)
if (second.status !== 304) copy.body = await second.json()
