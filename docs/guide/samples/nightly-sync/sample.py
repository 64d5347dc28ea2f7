import json
import os
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


def get(path):
    """The JSON of an answer; None: there is no such thing, or no longer."""
    try:
        headers = {'Authorization': 'Bearer pk_demo'}
        with urlopen(Request(f'https://kontor.example{path}', headers=headers)) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code in (404, 410):
            return None
        raise


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
        answer = get('/public/v1/changes?since=' + quote(copy['cursor']))
        if answer is None:
            return read_all()
        for one in answer['data']:
            if one['type'] != 'date':
                continue
            date = None if one['change'] == 'removed' else get(f"/public/v1/dates/{one['id']}")
            copy['dates'].pop(str(one['id']), None)
            if date:
                copy['dates'][str(one['id'])] = date
        copy['cursor'] = answer['next']
        if not answer['data']:
            return copy


if os.path.exists('dates.json'):
    with open('dates.json', encoding='utf-8') as file:
        copy = update(json.load(file))
else:
    copy = read_all()
# Renamed at the end: a reader never sees half of it.
with open('dates.json.new', 'w', encoding='utf-8') as file:
    json.dump(copy, file)
os.replace('dates.json.new', 'dates.json')
print(len(copy['dates']), 'dates')
