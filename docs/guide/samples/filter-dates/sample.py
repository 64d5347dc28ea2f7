import json
from urllib.parse import urlencode
from urllib.request import urlopen

origin = 'https://kontor.example'
filters = urlencode({'key': 'pk_demo', 'city': 'Hamburg,Berlin', 'availability': 'available,few'})

# For the form of the filters: what each value would find.
facets = json.load(urlopen(f'{origin}/public/v1/facets?{filters}'))
print(facets['total'], facets['cities'])

path = f'/public/v1/dates?{filters}&sort=price&limit=20'
while path:
    page = json.load(urlopen(origin + path))
    for date in page['data']:
        print((date['location'] or {}).get('city'), date['title'], *[price['gross'] for price in date['prices'][:1]])
    path = page['next']
