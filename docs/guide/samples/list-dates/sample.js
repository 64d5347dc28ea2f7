const response = await fetch('https://kontor.example/public/v1/dates?limit=5&key=pk_demo')
const { data, total } = await response.json()
console.log(`${total} dates`)
for (const date of data) console.log(date.start, date.title, date.availability)
