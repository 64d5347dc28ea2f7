import json
from urllib.request import Request, urlopen

url = 'https://kontor.example/restapi/v1/events?limit=2&fields=event_id,event_title'
with urlopen(Request(url, headers={'Authorization': 'token demo'})) as response:
    print(response.headers['X-Total-Count'], 'events')
    for event in json.load(response):
        print(event['event_id'], event['event_title'])
