import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url = 'https://kontor.example/public/v1/dates?limit=5&key=pk_demo'
with urlopen(url) as response:
    etag, dates = response.headers['ETag'], json.load(response)
    print(response.status)

try:
    with urlopen(Request(url, headers={'If-None-Match': etag})) as response:
        dates = json.load(response)
        print(response.status)
except HTTPError as error:
    if error.code != 304:
        raise
    print(error.code)
