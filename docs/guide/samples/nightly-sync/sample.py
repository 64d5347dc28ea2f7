import json
import os
import time
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


def get(path):
    """The JSON of an answer; None: the cursor has expired. After too many requests, it waits as long as it is asked to."""
    while True:
        try:
            headers = {'Authorization': 'Bearer pk_demo'}
            with urlopen(Request(f'https://kontor.example{path}', headers=headers)) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code == 410:
                return None
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers.get('Retry-After', 10)))


def save(copy):
    """Renamed at the end: a reader never sees half of it."""
    with open('dates.json.new', 'w', encoding='utf-8') as file:
        json.dump(copy, file)
    os.replace('dates.json.new', 'dates.json')


def read_all():
    copy = {'cursor': get('/public/v1/changes')['next'], 'dates': {}}
    path = '/public/v1/dates?limit=100'
    while path:
        page = get(path)
        copy['dates'].update({str(date['id']): date for date in page['data']})
        path = page['next']
    return copy


def update(copy):
    while True:
        page = get('/public/v1/changes?include=data&since=' + quote(copy['cursor']))
        if page is None:
            return read_all()
        for change in page['data']:
            if change['type'] != 'date':
                continue
            copy['dates'].pop(str(change['id']), None)
            if 'data' in change:
                copy['dates'][str(change['id'])] = change['data']
        copy['cursor'] = page['next']
        if not page['data']:
            return copy
        # The next run goes on from here, should this one break off.
        save(copy)


if os.path.exists('dates.json'):
    with open('dates.json', encoding='utf-8') as file:
        copy = update(json.load(file))
else:
    copy = read_all()
save(copy)
print(len(copy['dates']), 'dates')
