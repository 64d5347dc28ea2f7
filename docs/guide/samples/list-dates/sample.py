import json
from urllib.request import urlopen

with urlopen('https://kontor.example/public/v1/dates?limit=5&key=pk_demo') as response:
    answer = json.load(response)
print(answer['total'], 'dates')
for date in answer['data']:
    print(date['start'], date['title'], date['availability'])
