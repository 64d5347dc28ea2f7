const origin = 'https://kontor.example'
const filters = new URLSearchParams({ key: 'pk_demo', city: 'Hamburg,Berlin', availability: 'available,few' })

// For the form of the filters: what each value would find.
const facets = await (await fetch(`${origin}/public/v1/facets?${filters}`)).json()
console.log(facets.total, facets.cities)

for (let path = `/public/v1/dates?${filters}&sort=price&limit=20`; path; ) {
  const { data, next } = await (await fetch(origin + path)).json()
  for (const date of data) console.log(date.location?.city, date.title, date.prices[0]?.gross.amount)
  path = next
}
